-- Since when the push service of a browser has answered nothing, and until when it is asked nothing for that: what waits on one
-- that is silent keeps nobody else's push waiting.
alter table push_endpoints
  add column failing_since timestamptz,
  add column rests_until timestamptz,
  add check ((failing_since is null) = (rests_until is null));
