import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-publish-new-name-each-try',
    breaks: 'All attempts to publish use the same idempotency key, so that a post is published once',
    file: 'apps/web/src/features/publish/publication.ts',
    find: '...(channelId && { channelsIds: [channelId] }),\n    tmpId,',
    replace: '...(channelId && { channelsIds: [channelId] }),\n    tmpId: tmpId && crypto.randomUUID(),',
  },
  {
    name: 'web-publish-overtakes-waiting',
    breaks: 'A post is sent only after pending posts that were written before it',
    file: 'apps/web/src/features/publish/use-post-sending.ts',
    find: 'await assertNothingQueued()',
    replace: 'void assertNothingQueued().catch(() => {})',
  },
  {
    name: 'web-publish-past-times-offered',
    breaks: 'For today only future times in the time zone of the community are offered',
    file: 'apps/web/src/features/publish/publication.ts',
    find: 'dateId !== dayAt(now, timezone) ||',
    replace: "dateId !== dayAt(now, 'UTC') ||",
  },
  {
    name: 'web-publish-photo-not-removed',
    breaks: 'A photo that is removed from a post is deleted from it',
    file: 'apps/web/src/features/publish/post-draft.ts',
    find: '    ...(!hasPhoto && { photoUri: null }),\n',
    replace: '',
  },
  {
    name: 'web-publish-changes-after-lost-answer',
    breaks: 'Edits made after an attempt without a response are in the published post',
    file: 'apps/web/src/features/publish/send-post.ts',
    find: "draft.sent === 'changed' ?",
    replace: "draft.sent === 'maybe' ?",
  },
  {
    name: 'web-publish-missing-field-is-deleted',
    breaks: 'A post is called deleted only if it is gone itself, not if a part is missing',
    file: 'apps/web/src/features/publish/publish-errors.ts',
    find: "error.key === 'error404' && !error.field",
    replace: "error.key === 'error404'",
  },
  {
    name: 'web-publish-language-too-long-unsaid',
    breaks: 'The post form switches to the language whose text is too long',
    file: 'apps/web/src/features/publish/components/PostForm.tsx',
    find: 'onTextTooLong: setTextLanguage,',
    replace: 'onTextTooLong: () => {},',
  },
  {
    name: 'web-publish-older-draft-empties-the-after',
    breaks: 'A draft from before the text after the media existed leaves that text unchanged',
    file: 'apps/web/src/features/publish/post-draft.ts',
    find: '...(after !== undefined && { postDescription: trimToNull(after) }),',
    replace: "postDescription: trimToNull(after ?? ''),",
  },
]
