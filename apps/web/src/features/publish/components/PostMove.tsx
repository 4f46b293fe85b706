import type { Community } from '@parvis/contract/community.ts'
import { DATE_NOW, DATE_TOGETHER, type LiveEvent } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { FailedPart } from '#web/ui/Trouble.tsx'
import type { PostDraft } from '../post-draft.ts'
import { newPublication } from '../publication.ts'
import { datesQuery, placesQuery, timesQuery } from '../templates.queries.ts'
import { WhenPicker } from './WhenPicker.tsx'
import { WherePicker } from './WherePicker.tsx'
import css from './PostForm.module.css'

export interface PostMoveProps {
  community: Pick<Community, '_id' | 'timezone'>
  me: Pick<SessionUser, 'lastBooking'>
  post: Pick<LiveEvent, 'eventId'>
  draft: Pick<PostDraft, 'when' | 'where'>
  onChange: (patch: Pick<PostDraft, 'when' | 'where'>) => void
  errorOf: (field: 'when' | 'where') => string | null
}

/** Date and place of a dated post; a change notifies those who answered. */
export const PostMove = ({ community, me, post, draft, onChange, errorOf }: PostMoveProps) => {
  const { t } = useText()
  const dates = useQuery(datesQuery(community._id))
  const times = useQuery(timesQuery(community._id))
  const places = useQuery(placesQuery(community._id))
  const queries = [dates, times, places]
  const { eventId } = post
  const before = { dateId: eventId.dateId ?? DATE_TOGETHER, timeId: eventId.timeId }
  const placeBefore = eventId.equipmentId ?? eventId.locationId
  const publication = { ...newPublication(), ...(draft.when ?? before) }
  if (queries.some(query => stateOf(query) === 'failed'))
    return (
      <FailedPart
        text={t('publish.move.failed')}
        onRetry={() => {
          for (const query of queries) void query.refetch()
        }}
      />
    )
  if (!dates.data || !times.data || !places.data) return <SkeletonCard />
  return (
    <Card className={css.block}>
      <WhenPicker
        publication={publication}
        // An event planned for a day cannot be changed to now.
        dates={dates.data.filter(({ _id }) => _id !== DATE_NOW || before.dateId === DATE_NOW)}
        times={times.data}
        timezone={community.timezone}
        onChange={({ dateId, timeId }) =>
          onChange({ when: dateId === before.dateId && timeId === before.timeId ? undefined : { dateId, timeId } })
        }
        error={errorOf('when')}
      />
      <WherePicker
        places={places.data}
        value={draft.where === undefined ? placeBefore : (draft.where?.id ?? null)}
        me={me}
        onChange={id => {
          const place = places.data.find(({ _id }) => _id === id)
          onChange({ where: id === placeBefore ? undefined : place ? { kind: place.kind, id: place._id } : null })
        }}
        error={errorOf('where')}
      />
    </Card>
  )
}
