import type { CaseLine } from '@parvis/contract/moderation.ts'
import { Link, linkOptions } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { caseTitle, excerptIn, kindIcons, lateness, waits } from '../case-words.ts'
import css from './CaseRow.module.css'

export interface CaseRowProps {
  one: CaseLine
  /** Of the community whose list it stands in; null in the list of all of them. */
  communityUri: string | null
}

/** One case in a list: what, of whom, how many reported it, since when. */
export const CaseRow = ({ one, communityUri: c }: CaseRowProps) => {
  const { t, language } = useText()
  const { ago } = useFormat()
  const excerpt = excerptIn(language, one)
  const search = { id: one._id }
  const target = c
    ? linkOptions({ to: '/$c/gestion/signalement', params: { c }, search })
    : linkOptions({ to: '/gestion/signalement', search })
  return (
    <li className={css.item}>
      <Link className={css.row} {...target}>
        <span className={css.kind} aria-hidden="true">
          <Icon name={kindIcons[one.kind]} />
        </span>
        <span className={css.what}>
          <b>{caseTitle(one, t)}</b>
          <span className={css.excerpt} dir="auto">
            {excerpt ?? t('moderation.nothing')}
          </span>
          <small>
            {[!c && one.community.name, t('moderation.reports', { count: one.flagsCount }), ago(one.date)]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <Marks one={one} ruled />
        <Icon name="chevron-right" size="s" />
      </Link>
    </li>
  )
}

/** What sets a case apart, in words and tone; where it is not told beside, what was decided too. */
export const Marks = ({ one, ruled = false }: { one: CaseLine; ruled?: boolean }) => {
  const { t } = useText()
  const late = lateness(one.date, useNow())
  return (
    <span className={css.marks}>
      {one.state === 'appealed' && <Badge kind="new">{t('moderation.appeal')}</Badge>}
      {one.concernsMinor && (
        <Badge kind="danger">{t(one.hidden && waits(one) ? 'moderation.minor' : 'moderation.minor.seen')}</Badge>
      )}
      {waits(one) && late && <Badge kind={late === 'late' ? 'attention' : 'danger'}>{t(`moderation.${late}`)}</Badge>}
      {ruled && one.decision && one.state !== 'open' && (
        <Badge kind={one.decision === 'keep' ? 'plain' : 'team'}>{t(`moderation.ruled.${one.decision}`)}</Badge>
      )}
    </span>
  )
}
