import { displayName } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { useNavigate } from '@tanstack/react-router'
import { use, useCallback, useMemo, useState, type ReactNode } from 'react'
import { copy } from '#web/kernel/share/share.ts'
import { currentLanguage, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { FrameContext } from '#web/ui/frame-context.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useShare } from '#web/ui/use-share.tsx'
import type { PostActs, Reader } from './components/post-acts.ts'
import type { PostQuestion } from './components/PostDialog.tsx'
import { causeOf, useAnswerPost } from './feed.mutations.ts'
import { hasGroup } from './has-group.ts'
import { sharedAddress, sharedText } from './share-post.ts'

// A separate function: inlined, the bundler would wrap the callbacks into its own handling of the import’s errors.
const loadDialog = async () =>
  (await Promise.all([import('./components/PostDialog.tsx'), loadTexts('rules', 'postacts')]))[0]

const nothing = () => {}

const addressOf = (post: LiveEvent) => sharedAddress(post._id, import.meta.env.VITE_SERVER || location.origin)

const copyAddress = async (post: LiveEvent) => {
  const url = addressOf(post)
  if (await copy(url)) showToast({ text: t('post.share.copied') })
  else showToast({ kind: 'warning', text: t('post.share.failed', { url }) })
}

/** When a card is removed, the menu of the next card, or else of the previous one, takes the focus. */
const heirOf = (card: Element | null | undefined) =>
  (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector<HTMLElement>('[aria-haspopup="menu"]')

/**
 * All actions of a viewer on posts, and the dialogs of some of them. `onRemoved`: the post was deleted from its own
 * page.
 */
export const usePostActs = (
  reader: Reader,
  communityUri: string,
  onGone?: () => void,
  onBlock?: PostActs['onBlock'],
): { acts: PostActs; dialog: ReactNode } => {
  const navigate = useNavigate()
  const refuse = use(FrameContext)?.refuse ?? nothing
  const chat = useCallback(
    (post: LiveEvent, interested?: true) =>
      void navigate({
        to: '/$c/mes-conversations/$pseudo',
        // A pseudo is unique only within its community.
        params: { c: communityUri, pseudo: post.communityId === reader.communityId ? post.user.pseudo : post.userId },
        search: { eventId: post._id, interested },
      }),
    [communityUri, navigate, reader.communityId],
  )
  const { mutate: answer } = useAnswerPost(reader, post => {
    if (hasGroup(post) && post.abilities.chat)
      showToast({
        text: t('feed.answered', { name: displayName(post.user) }),
        action: { label: t('feed.answered.chat'), onClick: () => chat(post, true) },
        cause: causeOf(post),
      })
  })
  const [open, setOpen] = useState<{
    question: PostQuestion
    post: LiveEvent
    part: Awaited<ReturnType<typeof loadDialog>>
  } | null>(null)
  const { share, sheet } = useShare()

  const acts = useMemo((): PostActs => {
    const isGuest = !reader.abilities.readChats
    // A chunk that fails to load is reported; the screen stays.
    const ask = (question: PostQuestion, post: LiveEvent) =>
      void loadDialog().then(part => setOpen({ question, post, part }), onLostPart)
    return {
      reader: {
        _id: reader._id,
        gender: reader.gender,
        communityId: reader.communityId,
        mayAnswer: reader.abilities.answer,
        suspended: reader.suspendedUntil !== null,
        isGuest,
        mayOpenProfiles: reader.abilities.openProfiles,
      },
      onAnswer: reader.abilities.answer ? post => answer(post) : refuse,
      onChat: isGuest ? refuse : chat,
      onGroup: post =>
        void navigate({
          to: '/$c/conversations-de-groupe/$eventId',
          params: { c: communityUri, eventId: post._id },
        }),
      onShare: post =>
        share({
          title: sharedText(currentLanguage(), post),
          url: addressOf(post),
          note: t('post.share.note'),
          photoUri: post.photo?.uri,
        }),
      onCopy: post => void copyAddress(post),
      onEdit: post =>
        void navigate({
          to: '/$c/actualites/edition-publication',
          params: { c: communityUri },
          search: { id: post._id },
        }),
      onRemove: post => ask(post.userId === reader._id || post.groupId === 'weather' ? 'remove' : 'takeaway', post),
      onCallOff: post => ask('calloff', post),
      onFlag: isGuest ? refuse : post => ask('flag', post),
      onBlock,
    }
  }, [answer, chat, communityUri, navigate, onBlock, reader, refuse, share])

  const close = () => setOpen(null)
  /** Removes the card after its dialog has closed, because closing returns the focus to the card first. */
  const dropHere = async (drop: () => void) => {
    close()
    await new Promise(requestAnimationFrame)
    const heir = heirOf(document.activeElement?.closest('article')?.closest('li'))
    drop()
    requestAnimationFrame(() => heir?.focus())
    onGone?.()
  }
  return {
    acts,
    dialog: (
      <>
        {open && (
          <open.part.PostDialog
            question={open.question}
            post={open.post}
            communityUri={communityUri}
            onDrop={drop => void dropHere(drop)}
            onAsk={question => setOpen({ ...open, question })}
            onClose={close}
          />
        )}
        {sheet}
      </>
    ),
  }
}
