-- SPDX-License-Identifier: MIT
-- What a reservation becomes where its process is killed: a usage event.
ALTER TABLE reserved ADD COLUMN usage TEXT NOT NULL DEFAULT '{}';
