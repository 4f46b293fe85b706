import { NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { neighborsQuery } from './chat.queries.ts'

const MAX_AVATARS = 3

export interface OnlineCountProps {
  communityUri: string
  canListNeighbors: boolean
}

/** Shows in one line how many neighbours are online; renders nothing when nobody is. */
export const OnlineCount = ({ communityUri, canListNeighbors }: OnlineCountProps) => {
  const { t } = useText()
  const query = useQuery(neighborsQuery())
  if (query.isLoading) return <Skeleton />
  const onlineNeighbors = viewStateOf(query) === 'content' ? (query.data?.filter(({ online }) => online) ?? []) : []
  if (onlineNeighbors.length === 0) return null
  const content = (
    <>
      <AvatarStack
        people={onlineNeighbors
          .slice(0, MAX_AVATARS)
          .map(neighbor => ({ name: displayName(neighbor), photoUri: neighbor.photoUri }))}
      />
      <span>
        <b>{`${onlineNeighbors.length}${onlineNeighbors.length >= NEIGHBORS_PER_PAGE ? '+' : ''}`}</b>{' '}
        {t('chat.here.fact')}
      </span>
    </>
  )
  return canListNeighbors ? (
    <Link to="/$c/mes-voisins" params={{ c: communityUri }}>
      {content}
    </Link>
  ) : (
    <p>{content}</p>
  )
}
