-- Since when an account belongs nowhere, its owner having been refused where they asked: it is kept for a month from then on.
alter table accounts add column emptied_at timestamptz;
