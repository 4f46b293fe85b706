import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { useNavigate } from '@tanstack/react-router'
import { use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { currentLanguage, withTexts, t } from '#web/kernel/text/i18n.ts'
import { copyWithToast } from '#web/ui/copy-with-toast.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useShare } from '#web/ui/use-share.tsx'
import type { PostActions, Viewer } from './components/post-actions.ts'
import type { PostDialogKind } from './components/PostDialog.tsx'
import { answerToastCause, useAnswerPost } from './feed.mutations.ts'
import { hasGroup } from './has-group.ts'
import { postShareUrl, postShareText } from './share-post.ts'

// A separate function, because the bundler would otherwise wrap the callbacks into its handling of import errors.
const loadDialog = () => withTexts(import('./components/PostDialog.tsx'), 'moderation')

const noop = () => {}

const copyPostUrl = (post: FeedPost) => {
  const url = postShareUrl(post._id)
  void copyWithToast(url, t('post.share.copied'), t('post.share.failed', { url }))
}

/** Returns the element that receives the focus when a card is removed: the menu button of the next or previous card. */
const nextFocusOf = (card: Element | null | undefined) =>
  (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector<HTMLElement>('[aria-haspopup="menu"]')

/** Returns the function that opens the conversation with the author of a post. */
const useOpenConversation = (viewer: Viewer, communityUri: string) => {
  const navigate = useNavigate()
  return useCallback(
    (post: FeedPost, interested?: true) =>
      void navigate({
        to: '/$c/mes-conversations/$pseudo',
        // A pseudo is unique only within a community, so authors of other communities are addressed by id.
        params: { c: communityUri, pseudo: post.communityId === viewer.communityId ? post.user.pseudo : post.userId },
        search: { eventId: post._id, interested },
      }),
    [communityUri, navigate, viewer.communityId],
  )
}

/** Returns the function that answers a post; a toast then offers to write to its author. */
const useAnswer = (viewer: Viewer, openConversation: (post: FeedPost, interested?: true) => void) =>
  useAnswerPost(viewer, post => {
    if (hasGroup(post) && post.abilities.chat)
      showToast({
        text: t('feed.answered', { name: displayName(post.user) }),
        action: { label: t('feed.answered.chat'), onClick: () => openConversation(post, true) },
        cause: answerToastCause(post),
      })
  }).mutate

/** The dialog for an action on a post. `onRemoved` is called when the post was deleted in the dialog. */
const usePostDialog = (communityUri: string, onRemoved?: () => void) => {
  const [open, setOpen] = useState<{
    kind: PostDialogKind
    post: FeedPost
    part: Awaited<ReturnType<typeof loadDialog>>
  } | null>(null)
  const openDialog = useCallback(
    // A chunk that fails to load is reported, and the screen does not change.
    (kind: PostDialogKind, post: FeedPost) =>
      void loadDialog().then(part => setOpen({ kind, post, part }), onChunkLoadFailed),
    [],
  )
  const close = () => setOpen(null)
  /** Removes the card after its dialog has closed, because closing returns the focus to the card first. */
  const removeCard = async (dropPost: () => void) => {
    close()
    await new Promise(requestAnimationFrame)
    const nextFocus = nextFocusOf(document.activeElement?.closest('article')?.closest('li'))
    dropPost()
    requestAnimationFrame(() => nextFocus?.focus())
    onRemoved?.()
  }
  const dialog = open && (
    <open.part.PostDialog
      kind={open.kind}
      post={open.post}
      communityUri={communityUri}
      onDrop={drop => void removeCard(drop)}
      onOpen={kind => setOpen({ ...open, kind })}
      onClose={close}
    />
  )
  return { openDialog, dialog }
}

/** Returns the data of the viewer that the actions use. */
const toActionViewer = (viewer: Viewer): PostActions['viewer'] => ({
  _id: viewer._id,
  gender: viewer.gender,
  communityId: viewer.communityId,
  canAnswer: viewer.abilities.answer,
  isSuspended: viewer.suspendedUntil !== null,
  isGuest: !viewer.abilities.readChats,
  canOpenProfiles: viewer.abilities.openProfiles,
})

/**
 * All actions of a viewer on posts, with their dialogs. `onRemoved` is called once a post is removed; the page of the
 * post uses it to close itself.
 */
export const usePostActions = (
  viewer: Viewer,
  communityUri: string,
  onRemoved?: () => void,
  onBlock?: PostActions['onBlock'],
): { actions: PostActions; dialog: ReactNode } => {
  const navigate = useNavigate()
  const refuse = use(FrameContext)?.explainRefusal ?? noop
  const openConversation = useOpenConversation(viewer, communityUri)
  const answer = useAnswer(viewer, openConversation)
  const { openDialog, dialog } = usePostDialog(communityUri, onRemoved)
  const { share, sheet } = useShare()

  const actions = useMemo((): PostActions => {
    const isGuest = !viewer.abilities.readChats
    return {
      viewer: toActionViewer(viewer),
      onAnswer: viewer.abilities.answer ? post => answer(post) : refuse,
      onChat: isGuest ? refuse : openConversation,
      onGroup: post =>
        void navigate({
          to: '/$c/conversations-de-groupe/$eventId',
          params: { c: communityUri, eventId: post._id },
        }),
      onShare: post =>
        share({
          title: postShareText(currentLanguage(), post),
          url: postShareUrl(post._id),
          note: t('post.share.note'),
          photoUri: post.photo?.uri,
        }),
      onCopy: copyPostUrl,
      onEdit: post =>
        void navigate({
          to: '/$c/actualites/edition-publication',
          params: { c: communityUri },
          search: { id: post._id },
        }),
      onRemove: post =>
        openDialog(post.userId === viewer._id || post.groupId === 'weather' ? 'remove' : 'takeaway', post),
      onCancelEvent: post => openDialog('calloff', post),
      onFlag: isGuest ? refuse : post => openDialog('flag', post),
      onBlock,
    }
  }, [answer, openConversation, communityUri, navigate, onBlock, openDialog, viewer, refuse, share])

  return {
    actions,
    dialog: (
      <>
        {dialog}
        {sheet}
      </>
    ),
  }
}
