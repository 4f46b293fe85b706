import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-publish-new-name-each-try',
    breaks: 'A publication keeps its name through every attempt, so that it is published once',
    file: 'apps/web/src/features/publish/publication.ts',
    find: '...(channelId && { channelsIds: [channelId] }),\n    tmpId,',
    replace: '...(channelId && { channelsIds: [channelId] }),\n    tmpId: tmpId && crypto.randomUUID(),',
  },
  {
    name: 'web-publish-overtakes-waiting',
    breaks: 'A post goes out after those that were written before and still wait',
    file: 'apps/web/src/features/publish/publish.mutations.ts',
    find: 'await assertNothingQueued()',
    replace: 'void assertNothingQueued().catch(() => {})',
  },
  {
    name: 'web-publish-past-times-offered',
    breaks: 'Today offers the times that are still to come where the community is',
    file: 'apps/web/src/features/publish/publication.ts',
    find: 'dateId !== dayAt(now, timezone) ||',
    replace: "dateId !== dayAt(now, 'UTC') ||",
  },
  {
    name: 'web-publish-photo-not-removed',
    breaks: 'A photo that is taken off a post is gone from it',
    file: 'apps/web/src/features/publish/post-draft.ts',
    find: '    ...(!hasPhoto && { photoUri: null }),\n',
    replace: '',
  },
  {
    name: 'web-publish-changes-after-lost-answer',
    breaks: 'What was changed after an attempt whose answer was lost is in the post',
    file: 'apps/web/src/features/publish/send-post.ts',
    find: "request.draft.sent === 'changed' ?",
    replace: "request.draft.sent === 'maybe' ?",
  },
  {
    name: 'web-publish-missing-field-is-deleted',
    breaks: 'A post is called deleted only where it is gone itself, and not for a part that is missing',
    file: 'apps/web/src/features/publish/publish-errors.ts',
    find: "error.key === 'error404' && !error.field",
    replace: "error.key === 'error404'",
  },
  {
    name: 'web-publish-language-too-long-unsaid',
    breaks: 'A post turns to the language that is too long',
    file: 'apps/web/src/features/publish/components/PostForm.tsx',
    find: '    if (tooLong) return setTextLanguage(tooLong)\n',
    replace: '    void tooLong\n',
  },
  {
    name: 'web-publish-older-draft-empties-the-after',
    breaks: 'What was begun before there was a text after the media leaves the one of its post',
    file: 'apps/web/src/features/publish/post-draft.ts',
    find: '...(after !== undefined && { postDescription: trimToNull(after) }),',
    replace: "postDescription: trimToNull(after ?? ''),",
  },
]
