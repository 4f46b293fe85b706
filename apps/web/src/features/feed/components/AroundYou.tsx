import type { Community } from '@parvis/contract/community.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { type PartOfDay, partOfDay } from '../around-now.ts'
import { calendarQuery } from '../calendar.queries.ts'
import { useEventsAround } from '../use-calendar.ts'
import { AroundEvents } from './AroundEvents.tsx'
import { AroundNone } from './AroundNone.tsx'
import css from './AroundYou.module.css'

export interface AroundYouProps {
  community: Pick<Community, '_id' | 'customUri' | 'timezone' | 'communitytype'>
  me: string
  /** Links from other features in one line: the weather, and who is present. */
  weather: ReactNode
  presence: ReactNode
  /** Whether the viewer can propose an event when there are none. */
  canPropose: boolean
}

/**
 * Section above the feed with the events of the community for the rest of the day. The device stores whether the
 * section is collapsed to one line.
 */
export const AroundYou = ({ community, me, weather, presence, canPropose }: AroundYouProps) => {
  const { t } = useText()
  const id = useId()
  const now = useNow()
  const [isFolded, setFolded] = useState(() => stored('foldedaround') === true)
  const query = useInfiniteQuery(calendarQuery(community._id))
  const events = useEventsAround(query.data?.pages, community)
  const part: PartOfDay = partOfDay(now, community.timezone)
  const type = community.communitytype
  const toggleFolded = () => {
    setFolded(!isFolded)
    store('foldedaround', isFolded ? null : true)
  }
  return (
    <section className={css.around} data-folded={isFolded || undefined} aria-labelledby={`${id}-title`}>
      <div className={css.head}>
        <h2>
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={`${id}-body`}
            aria-describedby={isFolded ? `${id}-line` : undefined}
            onClick={toggleFolded}
          >
            <span id={`${id}-title`}>{t('calendar.around.title', { part, type })}</span>
            <Icon name={isFolded ? 'chevron-down' : 'chevron-up'} size="s" />
          </button>
        </h2>
        {isFolded ? (
          events && <small id={`${id}-line`}>{t('calendar.around.count', { count: events.length })}</small>
        ) : (
          <div className={css.facts}>
            {weather}
            {presence}
          </div>
        )}
      </div>
      <div id={`${id}-body`} className={css.body} hidden={isFolded}>
        {isFolded ? null : events && events.length > 0 ? (
          <AroundEvents events={events} community={community} me={me} now={now} />
        ) : (
          <AroundNone
            state={events ? 'none' : query.isError ? 'failed' : 'loading'}
            text={t('calendar.around.none', { part, type })}
            proposal={canPropose ? { to: community.customUri, text: t('calendar.around.propose', { type }) } : null}
            onRetry={() => void query.refetch()}
          />
        )}
      </div>
    </section>
  )
}
