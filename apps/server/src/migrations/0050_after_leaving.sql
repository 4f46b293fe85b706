-- As before; and of a group whose host has left, which is not listed meanwhile, nothing is counted.
create or replace function all_unread_messages(reader uuid, silenced uuid[]) returns int
language sql stable parallel safe
  return (
    select coalesce(sum(unread_messages(c.community_id, c.id, reader, cm.read_place, silenced)), 0)::int
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    where cm.user_id = reader and cm.left_at is null and c.last_place > cm.read_place
      and case when c.event_id is null then c.low_user_id <> all (silenced) and c.high_user_id <> all (silenced)
        else not exists (
          select from events e join users host on host.community_id = e.community_id and host.id = e.user_id
          where e.community_id = c.community_id and e.id = c.event_id
            and (e.user_id = any (silenced) or host.gone_at is not null)) end
  );

-- Whoever takes their data along finds what is noted of their account.
create index audit_log_by_account on audit_log (account_id, id) where account_id is not null;
