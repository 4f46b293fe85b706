import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'media-picture-of-blocked-author',
    breaks: 'A picture in a post of somebody whom the viewer has blocked cannot be fetched by that viewer',
    file: 'apps/server/src/rooms/media/media.queries.ts',
    find: "e.photo_id = m.id and ${isHeard(actor, 'e.user_id')} and (",
    replace: 'e.photo_id = m.id and (',
  },
  {
    name: 'media-unused-picture-for-all',
    breaks: 'A picture that nothing shows yet is visible to the member who uploaded it alone',
    file: 'apps/server/src/rooms/media/media.policy.ts',
    find: '(media.unused && media.userId === actor.userId)',
    replace: 'media.unused',
  },
  {
    name: 'media-day-quota-overrun',
    breaks: 'A picture that would bring a member over the bytes of the day is refused',
    file: 'apps/server/src/rooms/media/upload-quota.service.ts',
    find: 'windowMs: DAY_MS, amount: bytes }',
    replace: 'windowMs: DAY_MS, amount: 1 }',
  },
  {
    name: 'media-case-picture-swept',
    breaks: 'A picture that a moderation case keeps is not removed with the unused pictures',
    file: 'apps/server/src/rooms/media/media.service.ts',
    find: "      .where('m.unused_since', 'is not', null)\n      .where(eb => eb.not(isKeptColumn))\n",
    replace: "      .where('m.unused_since', 'is not', null)\n",
  },
  {
    name: 'media-picture-of-somebody-else',
    breaks: 'A member can name only pictures that they have uploaded themselves',
    file: 'apps/server/src/rooms/media/media.service.ts',
    find: ".$if(id !== kept, query => query.where('user_id', '=', actor.userId).where(",
    replace: '.$if(id !== kept, query => query.where(',
    heldBy: 'apps/server/src/rooms/publish/',
  },
  {
    name: 'media-taken-away-named-again',
    breaks: 'A picture that the team has hidden cannot be named again',
    file: 'apps/server/src/rooms/media/media.queries.ts',
    find: 'and k.hidden_at is not null and k.decided_at is not null',
    replace: 'and k.hidden_at is null and k.decided_at is not null',
    heldBy: 'apps/server/src/rooms/moderation/',
  },
  {
    name: 'media-row-before-bytes',
    breaks: 'The row of a picture goes after its bytes, and stays where they cannot be removed',
    file: 'apps/server/src/rooms/media/media.service.ts',
    find: '    if (numDeletedRows) await removeBytes(platform, id)\n',
    replace: '    if (numDeletedRows) void removeBytes(platform, id).catch(() => {})\n',
  },
  {
    name: 'media-slide-picture-unnamed',
    breaks: 'A picture that a slide of a community shows is not taken for one that nothing names',
    file: 'apps/server/src/rooms/media/media.queries.ts',
    find: "c.slides @> jsonb_build_array(jsonb_build_object('photo_id', m.id))",
    replace: "c.slides @> jsonb_build_array(jsonb_build_object('photo', m.id))",
  },
  {
    name: 'media-preview-by-reader',
    breaks: 'The preview of a picture is of what everybody may see, whoever asks',
    file: 'apps/server/src/rooms/media/media.routes.ts',
    find: 'canSeeMedia(null, media)',
    replace: 'canSeeMedia(request.actor, { ...media, shown: true })',
  },
]
