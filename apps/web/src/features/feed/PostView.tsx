import type { Community } from '@parvis/contract/community.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Main } from '#web/ui/Main.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed, LastSeen } from '#web/ui/Trouble.tsx'
import type { PostActs, Reader } from './components/post-acts.ts'
import { PostCard } from './components/PostCard.tsx'
import { WhoAnswered } from './components/WhoAnswered.tsx'
import { answersQuery, listedAt, postQuery } from './post.queries.ts'
import { usePost } from './posts.store.ts'
import { saidOf } from './said.ts'
import { usePostActs } from './use-post-acts.tsx'

export interface PostViewProps {
  community: Pick<Community, 'name' | 'logoUri' | 'customUri' | 'timezone'>
  me: Reader
  id: string
  /** Opens the dialog that blocks the author of a post. */
  onBlock?: PostActs['onBlock']
}

/** The screen of one post, and below it who answered, for viewers who can know. */
export const PostView = ({ community, me, id, onBlock }: PostViewProps) => {
  const { t } = useText()
  const now = useNow()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const queryClient = useQueryClient()
  const post = usePost(id)
  const query = useQuery({ ...postQuery(id), placeholderData: post ? id : undefined })
  const who = useInfiniteQuery({ ...answersQuery(id), enabled: post?.abilities.seeAnswers === true })
  const list = { to: '/$c/actualites', params: { c: community.customUri } } as const
  const leave = () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ ...list, replace: true })
  }
  const { acts, dialog } = usePostActs(me, community.customUri, leave, onBlock)
  const state = stateOf(query)
  // A post that cannot be refetched is as old as the list that showed it last.
  const seenAt = query.error ? query.dataUpdatedAt || listedAt(queryClient, id) : 0
  // A post hidden by the team is not shared.
  const shared = post && !post.hiddenByTeam ? post : null
  // The author and the team can write to each person who answered; the others write in the group chat.
  const writesToAll = post && (post.userId === me._id || post.abilities.remove)
  return (
    <>
      <TopBar
        title={t('post.title')}
        back={list}
        end={shared && <IconButton icon="share-2" label={t('feed.share')} onClick={() => acts.onShare(shared)} />}
      />
      <Main>
        {state === 'waiting' && (
          <SlowLoading>
            <SkeletonCard />
          </SlowLoading>
        )}
        {post === null && (
          <Empty
            picture="search"
            title={t('post.gone.title')}
            text={t('post.gone.text')}
            action={<ButtonLink {...list}>{t('post.back')}</ButtonLink>}
          />
        )}
        {post === undefined && state === 'failed' && <Failed query={query} title={t('post.failed.title')} />}
        {post && seenAt > 0 && <LastSeen query={{ ...query, dataUpdatedAt: seenAt }} />}
        {post && <PostCard post={post} community={community} acts={acts} eager whole />}
        {post?.abilities.seeAnswers && (shared || post.interestedCount > 0) && (
          <WhoAnswered
            said={post.cancelled ? 'calledoff' : saidOf(post, isPastEvent(post, community.timezone, now))}
            count={post.interestedCount}
            people={who.data?.pages.flatMap(({ interestedUsers }) => interestedUsers)}
            failed={who.isError}
            pages={who}
            chatWith={person =>
              me.abilities.chat && person._id !== me._id && post.communityId === me.communityId && writesToAll
                ? {
                    to: '/$c/mes-conversations/$pseudo',
                    params: { c: community.customUri, pseudo: person.pseudo },
                    search: { eventId: post._id },
                  }
                : undefined
            }
            profileOf={person =>
              // Members of a sister community answer too.
              me.abilities.openProfiles ? personTarget(community.customUri, person, true) : undefined
            }
            onRetry={() => void who.refetch()}
          />
        )}
      </Main>
      {dialog}
    </>
  )
}
