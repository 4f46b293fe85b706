import type { Community } from '@parvis/contract/community.ts'
import { DATE_NOW, DATE_TOGETHER, type FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { InlineError } from '#web/ui/LoadError.tsx'
import type { PostDraft } from '../post-draft.ts'
import { newPublication } from '../publication.ts'
import { datesQuery, postPlacesQuery, timesQuery } from '../templates.queries.ts'
import { WhenPicker } from './WhenPicker.tsx'
import { WherePicker } from './WherePicker.tsx'
import css from './PostForm.module.css'

export interface PostScheduleProps {
  community: Pick<Community, '_id' | 'timezone'>
  me: Pick<SessionUser, 'lastBooking'>
  post: Pick<FeedPost, 'eventId'>
  draft: Pick<PostDraft, 'when' | 'where'>
  onChange: (patch: Pick<PostDraft, 'when' | 'where'>) => void
  errorOf: (...fields: string[]) => string | null
}

/** Fields for the date and place of a dated post; a change notifies the members who answered the post. */
export const PostSchedule = ({ community, me, post, draft, onChange, errorOf }: PostScheduleProps) => {
  const { t } = useText()
  const dates = useQuery(datesQuery(community._id))
  const times = useQuery(timesQuery(community._id))
  const places = useQuery(postPlacesQuery(community._id))
  const queries = [dates, times, places]
  const { eventId } = post
  const stored = { dateId: eventId.dateId ?? DATE_TOGETHER, timeId: eventId.timeId }
  const storedPlaceId = eventId.equipmentId ?? eventId.locationId
  const publication = { ...newPublication(), ...(draft.when ?? stored) }
  if (queries.some(query => viewStateOf(query) === 'failed'))
    return (
      <InlineError
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
        // An event with a day cannot be changed to "now".
        dates={dates.data.filter(({ _id }) => _id !== DATE_NOW || stored.dateId === DATE_NOW)}
        times={times.data}
        timezone={community.timezone}
        onChange={({ dateId, timeId }) =>
          onChange({ when: dateId === stored.dateId && timeId === stored.timeId ? undefined : { dateId, timeId } })
        }
        error={errorOf('dateId', 'timeId')}
      />
      <WherePicker
        places={places.data}
        value={draft.where === undefined ? storedPlaceId : (draft.where?.id ?? null)}
        me={me}
        onChange={id => {
          const place = places.data.find(({ _id }) => _id === id)
          onChange({ where: id === storedPlaceId ? undefined : place ? { kind: place.kind, id: place._id } : null })
        }}
        error={errorOf('locationId', 'equipmentId')}
      />
    </Card>
  )
}
