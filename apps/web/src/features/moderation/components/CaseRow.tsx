import type { CaseSummary } from '@parvis/contract/moderation.ts'
import { Link } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  caseDateOf,
  excerptIn,
  isOfCommunity,
  isReversed,
  kindIcons,
  lateness,
  ownerOf,
  decisionTone,
  decisionText,
  isPending,
} from '../case-text.ts'
import { caseTarget } from '../list-target.ts'
import css from './CaseRow.module.css'

export interface CaseRowProps {
  moderationCase: CaseSummary
  /** Slug of the community whose list this is; null in the list of all communities. */
  communityUri: string | null
}

export const CaseRow = ({ moderationCase, communityUri: c }: CaseRowProps) => {
  const { t, language } = useText()
  const { ago } = useFormat()
  const { kind, author } = moderationCase
  const name = ownerOf(moderationCase, t)
  // A profile is titled with the name of the person; private messages are shown only in the case itself.
  const title =
    kind === 'message' ? t('moderation.private') : kind === 'user' ? name : excerptIn(language, moderationCase)
  const facts = [
    kind !== 'user' && name,
    kind !== 'message' && t('moderation.kind', { kind }),
    !c && !isOfCommunity(moderationCase) && moderationCase.community.name,
    moderationCase.flagsCount > 0 && t('moderation.reports', { count: moderationCase.flagsCount }),
    ago(caseDateOf(moderationCase)),
  ]
  return (
    <li className={css.item}>
      <Link className={css.row} {...caseTarget(c, moderationCase._id)}>
        <span className={css.face} aria-hidden="true">
          <Avatar
            name={name}
            photoUri={author?.photoUri}
            subject={isOfCommunity(moderationCase) ? 'place' : 'person'}
          />
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
        <CaseBadges moderationCase={moderationCase} withDecision />
        <Icon name="chevron-right" size="s" />
      </Link>
    </li>
  )
}

/** Badges of a case: appeal, minor, overdue, and with `withDecision` the decision. */
export const CaseBadges = ({
  moderationCase,
  withDecision = false,
}: {
  moderationCase: CaseSummary
  withDecision?: boolean
}) => {
  const { t } = useText()
  const late = lateness(moderationCase.date, useNow())
  const { kind, decision } = moderationCase
  return (
    <span className={css.marks}>
      {moderationCase.state === 'appealed' && <Badge kind="new">{t('moderation.appeal')}</Badge>}
      {moderationCase.concernsMinor && (
        <Badge kind="danger">
          {t(moderationCase.hidden && isPending(moderationCase) ? 'moderation.minor' : 'moderation.minor.seen')}
        </Badge>
      )}
      {isPending(moderationCase) && late && (
        <Badge kind={late === 'late' ? 'attention' : 'danger'}>{t(`moderation.${late}`)}</Badge>
      )}
      {withDecision &&
        decision &&
        moderationCase.state !== 'open' &&
        (isReversed(moderationCase) ? (
          <Badge>{t('moderation.ruled.undone')}</Badge>
        ) : (
          <Badge kind={decisionTone(decision)}>{decisionText({ kind, decision }, t)}</Badge>
        ))}
    </span>
  )
}
