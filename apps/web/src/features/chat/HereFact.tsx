import { NEIGHBORS_PER_PAGE } from '@parvis/contract/chat.ts'
import { displayName } from '@parvis/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { AvatarStack } from '#web/ui/AvatarStack.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { neighborsQuery } from './chat.queries.ts'

const FACES = 3

export interface HereFactProps {
  communityUri: string
  mayList: boolean
}

/** One line with the number of neighbours who are online; renders nothing when there are none. */
export const HereFact = ({ communityUri, mayList }: HereFactProps) => {
  const { t } = useText()
  const query = useQuery(neighborsQuery())
  if (query.isLoading) return <Skeleton />
  const here = stateOf(query) === 'content' ? (query.data?.filter(({ online }) => online) ?? []) : []
  if (here.length === 0) return null
  const fact = (
    <>
      <AvatarStack people={here.slice(0, FACES).map(one => ({ name: displayName(one), photoUri: one.photoUri }))} />
      <span>
        <b>{`${here.length}${here.length >= NEIGHBORS_PER_PAGE ? '+' : ''}`}</b> {t('chat.here.fact')}
      </span>
    </>
  )
  return mayList ? (
    <Link to="/$c/mes-voisins" params={{ c: communityUri }}>
      {fact}
    </Link>
  ) : (
    <p>{fact}</p>
  )
}
