import type { Community } from '@parvis/contract/community.ts'
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Main } from '#web/ui/Main.tsx'
import { personTarget } from '#web/ui/person-target.ts'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import type { PostActions, Viewer } from './components/post-actions.ts'
import { PostCard } from './components/PostCard.tsx'
import { Answerers } from './components/Answerers.tsx'
import { answersQuery, listedAt, postQuery } from './post.queries.ts'
import { usePost } from './posts.store.ts'
import { answerMeaningOf } from './answer-meaning.ts'
import { usePostActions } from './use-post-actions.tsx'

export interface PostViewProps {
  community: Pick<Community, 'name' | 'logoUri' | 'customUri' | 'timezone'>
  me: Viewer
  id: string
  /** Opens the dialog that blocks the author of a post. */
  onBlock?: PostActions['onBlock']
}

/** Screen of one post with the people who answered, for viewers who may see them. */
export const PostView = ({ community, me, id, onBlock }: PostViewProps) => {
  const { t } = useText()
  const now = useNow()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const queryClient = useQueryClient()
  const post = usePost(id)
  const query = useQuery({ ...postQuery(id), placeholderData: post ? id : undefined })
  const answers = useInfiniteQuery({ ...answersQuery(id), enabled: post?.abilities.seeAnswers === true })
  const feedLink = { to: '/$c/actualites', params: { c: community.customUri } } as const
  const goBack = () => {
    if (canGoBack) router.history.back()
    else void router.navigate({ ...feedLink, replace: true })
  }
  const { actions, dialog } = usePostActions(me, community.customUri, goBack, onBlock)
  const state = viewStateOf(query)
  // When the refetch fails, the post is as old as its last fetch or, without one, as the latest list that
  // contained it.
  const seenAt = query.error ? query.dataUpdatedAt || listedAt(queryClient, id) : 0
  // A post hidden by the team is not shared.
  const shareablePost = post && !post.hiddenByTeam ? post : null
  // The author and the team may write to each person who answered; members write in the group conversation.
  const canWriteToEach = post && (post.userId === me._id || post.abilities.remove)
  return (
    <>
      <TopBar
        title={t('post.title')}
        backTarget={feedLink}
        endContent={
          shareablePost && (
            <IconButton icon="share-2" label={t('feed.share')} onClick={() => actions.onShare(shareablePost)} />
          )
        }
      />
      <Main>
        {state === 'waiting' && (
          <SlowLoading>
            <SkeletonCard />
          </SlowLoading>
        )}
        {post === null && (
          <EmptyState
            picture="search"
            title={t('post.gone.title')}
            text={t('post.gone.text')}
            action={<ButtonLink {...feedLink}>{t('post.back')}</ButtonLink>}
          />
        )}
        {post === undefined && state === 'failed' && <LoadError query={query} title={t('post.failed.title')} />}
        {post && seenAt > 0 && <LastUpdated query={{ ...query, dataUpdatedAt: seenAt }} />}
        {post && <PostCard post={post} community={community} actions={actions} eager standalone />}
        {post?.abilities.seeAnswers && (shareablePost || post.interestedCount > 0) && (
          <Answerers
            answerMeaning={
              post.cancelled ? 'calledoff' : answerMeaningOf(post, isPastEvent(post, community.timezone, now))
            }
            count={post.interestedCount}
            people={answers.data?.pages.flatMap(({ interestedUsers }) => interestedUsers)}
            hasLoadFailed={answers.isError}
            pages={answers}
            chatLinkFor={person =>
              me.abilities.chat && person._id !== me._id && post.communityId === me.communityId && canWriteToEach
                ? {
                    to: '/$c/mes-conversations/$pseudo',
                    params: { c: community.customUri, pseudo: person.pseudo },
                    search: { eventId: post._id },
                  }
                : undefined
            }
            profileLinkFor={person =>
              // The people who answered may be members of a sister community, so their profiles are opened by id.
              me.abilities.openProfiles ? personTarget(community.customUri, person, true) : undefined
            }
            onRetry={() => void answers.refetch()}
          />
        )}
      </Main>
      {dialog}
    </>
  )
}
