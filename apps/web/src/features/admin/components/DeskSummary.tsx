import type { MouseEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'
import css from '../DeskView.module.css'

/** Numbers of reports and good deals that the team must decide on: undefined while loading, null after a failure. */
export interface OpenTaskCounts {
  reports?: number | null
  deals?: number | null
}

const LIST_PLACEHOLDER = '\ue000'
const locales = { en: 'en-GB', fr: 'fr-FR' } as const
/** Placeholder that reserves the width of a count while it loads. */
const PLACEHOLDER_COUNT = 10
/** Id of the heading that each link scrolls to. */
const headings = { reports: 'reports', deals: 'waiting-deals', people: 'waiting' } as const

const focusHeading = (event: MouseEvent, id: string) => {
  event.preventDefault()
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/**
 * The open tasks of the team in one sentence, each part a link to its card. Counts that still load reserve their width.
 */
export const DeskSummary = ({ people, reports, deals }: OpenTaskCounts & { people?: number }) => {
  const { t, language } = useText()
  const parts = (
    [
      ['reports', reports === undefined ? PLACEHOLDER_COUNT : reports],
      ['deals', deals],
      ['people', people],
    ] as const
  ).flatMap(([kind, count]) => (count ? [{ kind, count }] : []))
  const isKnown = people !== undefined && reports !== undefined && deals !== undefined
  const className = isKnown ? undefined : css.pending
  if (parts.length === 0) return <span className={className}>{t('admin.intro.none')}</span>
  const [before, after] = t('admin.intro.waits', {
    what: LIST_PLACEHOLDER,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    people: people ?? 0,
  }).split(LIST_PLACEHOLDER)
  const list = new Intl.ListFormat(locales[language]).formatToParts(parts.map((_, n) => String(n)))
  return (
    <span className={className}>
      {before}
      {list.map(({ type, value }) => {
        const part = type === 'element' && parts[Number(value)]
        if (!part) return value
        const { kind, count } = part
        return (
          <a
            key={kind}
            href={`#${headings[kind]}`}
            className={typography.link}
            onClick={event => focusHeading(event, headings[kind])}
          >
            {t(`admin.intro.${kind}`, { count })}
          </a>
        )
      })}
      {after}
    </span>
  )
}
