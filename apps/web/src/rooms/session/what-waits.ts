import type { UnsentKind, Waiting } from '#web/kernel/outbox/waiting.ts'
import { currentLanguage, t } from '#web/kernel/text/i18n.ts'

const locales = { en: 'en-GB', fr: 'fr-FR' } as const
/** What each is called among the others, in this order. */
const words = ['post', 'message', 'answer', 'report', 'profile'] as const
const wordOf = (kind: UnsentKind) => (kind === 'publication' ? 'post' : kind)

/** What waits to be sent, by its kind: "2 posts and 1 message". */
export const whatWaits = (waiting: readonly Pick<Waiting, 'kind'>[]): string => {
  const counted = words
    .map(word => ({ word, count: waiting.filter(({ kind }) => wordOf(kind) === word).length }))
    .filter(({ count }) => count > 0)
  return new Intl.ListFormat(locales[currentLanguage()]).format(
    counted.map(({ word, count }) => t(`outbox.of.${word}`, { count })),
  )
}
