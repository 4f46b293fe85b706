-- A bucket is one row with the times of its hits: one look by its key counts them, however many there are in all.
create unlogged table hits (
  bucket text primary key,
  at timestamptz[] not null
) with (fillfactor = 70);
insert into hits select bucket, array_agg(at order by at) from attempts group by bucket;
drop function take_hits(uuid[], text[], int[], interval[]);
drop table attempts;
alter table hits rename to attempts;

-- Of a bucket that refuses nobody the newest thousand are counted.
create function hits_within(at timestamptz[], within interval) returns timestamptz[] language sql volatile
  return array(select hit from unnest(at[greatest(1, cardinality(at) - 998):]) hit where hit > clock_timestamp() - within);

-- Counts a hit and answers its time, by which it is forgiven; a full bucket refuses with PV429, whose detail is the seconds until the
-- oldest hit is. Calls made at once wait for each other by the row, and the clock is read after that: what was counted meanwhile counts.
create function take_hit(bucket text, most int, within interval) returns timestamptz language plpgsql as $$
declare
  taken timestamptz;
  oldest timestamptz;
begin
  insert into attempts as a (bucket, at) values (take_hit.bucket, array[clock_timestamp()])
    on conflict on constraint hits_pkey do update set at = hits_within(a.at, within) || clock_timestamp()
      where cardinality(hits_within(a.at, within)) < most
    returning a.at[cardinality(a.at)] into taken;
  if taken is null then
    select (hits_within(a.at, within))[1] into oldest from attempts a where a.bucket = take_hit.bucket;
    raise exception using errcode = 'PV429', message = 'too many hits',
      detail = greatest(1, ceil(extract(epoch from oldest + within - clock_timestamp())))::int;
  end if;
  return taken;
end $$;
