import type { Deal, DealStatistics, DealState } from '@parvis/contract/deals.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import typography from '#web/ui/typography.module.css'
import { titleOf } from '../deal-facts.ts'
import { DealThumb } from './DealThumb.tsx'
import { ManagedDealMenu } from './ManagedDealMenu.tsx'
import css from './ManagedDeal.module.css'

export interface ManagedDealProps {
  deal: Deal
  communityUri: string
  /** Whether the viewer is the author of the deal. */
  isOwn: boolean
}

const badges: Record<DealState, ComponentProps<typeof Badge>['kind']> = {
  hidden: 'danger',
  waiting: 'attention',
  refused: 'danger',
  scheduled: 'plain',
  shown: 'team',
  ended: 'plain',
}

/** A deal in the list of managed deals: state, statistics and actions. */
export const ManagedDeal = ({ deal, communityUri: c, isOwn }: ManagedDealProps) => {
  const { t, language } = useText()
  const { keeping } = deal
  if (!keeping) return null
  const name = titleOf(language, deal)
  return (
    <Card as="article" className={css.deal}>
      <DealThumb deal={deal} />
      <div className={css.what}>
        <h2 dir="auto">
          <Link to="/$c/annonce" params={{ c }} search={{ id: deal._id }}>
            {name}
          </Link>
        </h2>
        <div className={css.head}>
          <Badge kind={badges[keeping.state]}>{t(`dealwriting.state.${keeping.state}`)}</Badge>
          <DealStateText deal={deal} keeping={keeping} communityUri={isOwn ? c : null} />
        </div>
        {!isOwn && <p className={css.meta}>{t('dealwriting.by', { name: displayName(keeping.author) })}</p>}
      </div>
      <Statistics figures={keeping.figures} />
      {deal.abilities.edit && (
        <div className={css.acts}>
          <ButtonLink
            size="s"
            icon="pencil"
            to="/$c/vie-locale/edition"
            params={{ c }}
            search={{ id: deal._id }}
            aria-label={t('dealwriting.act.edit.whom', { name })}
          >
            {t('dealwriting.act.edit')}
          </ButtonLink>
          <ManagedDealMenu
            deal={deal}
            state={keeping.state}
            name={name}
            author={isOwn ? null : displayName(keeping.author)}
          />
        </div>
      )}
    </Card>
  )
}

const NOON = 'T12:00'

interface DealStateTextProps {
  deal: Deal
  keeping: NonNullable<Deal['keeping']>
  /** `customUri` for the author’s link to the decision of the team; null for other viewers. */
  communityUri: string | null
}

/** Explains the state of a deal: from when or until when the deal is visible, or why it is not visible. */
const DealStateText = ({ deal, keeping, communityUri }: DealStateTextProps) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  const { startDate, endDate } = deal
  const formatDay = (day: string | null) => (day ? fullDate(new Date(day + NOON)) : '')
  const last = formatDay(endDate)
  const first = formatDay(startDate)
  const text = {
    hidden: () => t(communityUri ? 'dealwriting.state.hidden.text' : 'dealwriting.state.hidden.team'),
    waiting: () => t('dealwriting.state.waiting.text'),
    refused: () =>
      keeping.refusal
        ? t('dealwriting.state.refused.text', { why: keeping.refusal })
        : t('dealwriting.state.refused.plain'),
    scheduled: () =>
      last
        ? t('dealwriting.state.scheduled.both', { day: first, last })
        : t('dealwriting.state.scheduled.text', { day: first }),
    shown: () => (last ? t('dealwriting.state.shown.until', { day: last }) : t('dealwriting.state.shown.text')),
    ended: () => (last ? t('dealwriting.state.ended.on', { day: last }) : t('dealwriting.state.ended.text')),
  }[keeping.state]()
  return (
    <p className={css.meta}>
      {text}{' '}
      {keeping.state === 'hidden' && communityUri && (
        <Link className={typography.link} to="/$c/regles" params={{ c: communityUri }} search={{ decision: deal._id }}>
          {t('dealwriting.state.hidden.why')}
        </Link>
      )}
    </p>
  )
}

const statisticIcons: Record<keyof DealStatistics, IconName> = {
  seen: 'eye',
  interested: 'users',
  routes: 'navigation',
}

const Statistics = ({ figures }: { figures: DealStatistics }) => {
  const { t } = useText()
  const { number } = useFormat()
  return (
    <ul className={css.figures} aria-label={t('dealwriting.figures')}>
      {(['seen', 'interested', 'routes'] as const).map(kind => (
        <li key={kind}>
          <Icon name={statisticIcons[kind]} size="s" />
          <span>
            <b>{number(figures[kind])}</b> {t(`dealwriting.figures.${kind}`, { count: figures[kind] })}
          </span>
        </li>
      ))}
    </ul>
  )
}
