import type { CaseLine } from '@parvis/contract/moderation.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  dateOf,
  excerptIn,
  isOfCommunity,
  isUndone,
  kindIcons,
  lateness,
  ownerOf,
  ruledTone,
  ruledWords,
  waits,
} from '../case-words.ts'
import { caseTarget } from '../list-target.ts'
import css from './CaseRow.module.css'

export interface CaseRowProps {
  one: CaseLine
  /** Slug of the community whose list this is; null in the list of all communities. */
  communityUri: string | null
}

export const CaseRow = ({ one, communityUri: c }: CaseRowProps) => {
  const { t, language } = useText()
  const { ago } = useFormat()
  const { kind, author } = one
  const name = ownerOf(one, t)
  // A profile is shown by its name; private messages are shown only in the case itself.
  const title = kind === 'message' ? t('moderation.private') : kind === 'user' ? name : excerptIn(language, one)
  const facts = [
    kind !== 'user' && name,
    kind !== 'message' && t('moderation.kind', { kind }),
    !c && !isOfCommunity(one) && one.community.name,
    one.flagsCount > 0 && t('moderation.reports', { count: one.flagsCount }),
    ago(dateOf(one)),
  ]
  return (
    <li className={css.item}>
      <Link className={css.row} {...caseTarget(c, one._id)}>
        <span className={css.face} aria-hidden="true">
          <Avatar name={name} photoUri={author?.photoUri} shape={isOfCommunity(one) ? 'place' : 'person'} />
          <i className={css.kind}>
            <Icon name={kindIcons[kind]} size="s" />
          </i>
        </span>
        <span className={css.what}>
          <b className={css.excerpt} dir="auto">
            {title ?? t('moderation.nothing')}
          </b>
          <small>{facts.filter(Boolean).join('\u00a0· ')}</small>
        </span>
        <Marks one={one} ruled />
        <Icon name="chevron-right" size="s" />
      </Link>
    </li>
  )
}

/** Badges of a case: appeal, minor, overdue, and with `withDecision` the decision. */
export const Marks = ({ one, ruled = false }: { one: CaseLine; ruled?: boolean }) => {
  const { t } = useText()
  const late = lateness(one.date, useNow())
  const { kind, decision } = one
  return (
    <span className={css.marks}>
      {one.state === 'appealed' && <Badge kind="new">{t('moderation.appeal')}</Badge>}
      {one.concernsMinor && (
        <Badge kind="danger">{t(one.hidden && waits(one) ? 'moderation.minor' : 'moderation.minor.seen')}</Badge>
      )}
      {waits(one) && late && <Badge kind={late === 'late' ? 'attention' : 'danger'}>{t(`moderation.${late}`)}</Badge>}
      {ruled &&
        decision &&
        one.state !== 'open' &&
        (isUndone(one) ? (
          <Badge>{t('moderation.ruled.undone')}</Badge>
        ) : (
          <Badge kind={ruledTone(decision)}>{ruledWords({ kind, decision }, t)}</Badge>
        ))}
    </span>
  )
}
