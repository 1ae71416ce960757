-- SPDX-License-Identifier: MIT
-- Plans among thousands of events.
CREATE INDEX planned ON events (id) WHERE type = 'plan';
