-- The pictures of a conversation that goes with its post are used by nobody any more: they are taken away as all unused ones are.
create function release_message_picture() returns trigger language plpgsql as $$
begin
  update media set unused_since = now() where id = old.image_id and unused_since is null;
  return null;
end $$;
create trigger messages_release after delete on messages for each row when (old.image_id is not null) execute function release_message_picture();
