-- Counts a hit in every bucket, or in none: full ones refuse with PV429, whose detail is the seconds until the oldest hit is forgiven.
-- Calls made at once wait for each other; every call takes its locks in the same order. The clock is read after the locks: what was
-- counted while this call waited counts.
create function take_hits(ids uuid[], buckets text[], mosts int[], windows interval[]) returns void language plpgsql as $$
declare
  hits int;
  oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(bucket, 0)) from (select bucket from unnest(buckets) bucket order by bucket) in_order;
  for n in 1 .. cardinality(buckets) loop
    select count(*), min(a.at) into hits, oldest from attempts a
      where a.bucket = buckets[n] and a.at > clock_timestamp() - windows[n];
    if hits >= mosts[n] then
      raise exception using errcode = 'PV429', message = 'too many ' || buckets[n],
        detail = greatest(1, ceil(extract(epoch from oldest + windows[n] - clock_timestamp())))::int;
    end if;
  end loop;
  insert into attempts (id, bucket, at) select id, bucket, clock_timestamp() from unnest(ids, buckets) as hit (id, bucket);
end $$;

-- What they hold are idempotency keys: they are called so everywhere else.
alter table publications rename to idempotency_keys;
