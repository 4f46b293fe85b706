import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { currentLanguage, loadTexts, t } from '#web/kernel/text/i18n.ts'
import { showToast, tellNoNetwork } from '#web/ui/toasts.ts'
import { useShare } from '#web/ui/use-share.tsx'
import type { PostActs, Reader } from './components/post-acts.ts'
import type { PostDialog } from './components/PostDialogs.tsx'
import type * as Errands from './post-errands.ts'
import { sharedAddress, sharedText } from './share-post.ts'

const loadDialogs = async () => (await Promise.all([import('./components/PostDialogs.tsx'), loadTexts('post')]))[0]

const on = (act: (errands: typeof Errands) => unknown) =>
  void Promise.all([import('./post-errands.ts'), loadTexts('post')]).then(([errands]) => act(errands), tellNoNetwork)

/** All that a reader can do with a post, and the dialog that some of it asks for. `onGone`: the post was deleted from its own page. */
export const usePostActs = (
  reader: Reader,
  communityUri: string,
  onGone?: () => void,
): { acts: PostActs; dialog: ReactNode } => {
  const navigate = useNavigate()
  const router = useRouter()
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<(PostDialog & { part: Awaited<ReturnType<typeof loadDialogs>> }) | null>(null)
  const { share, sheet } = useShare()

  // what does not come is told: the screen that it was asked from stays
  const [ask] = useState(
    () => (dialog: PostDialog) => void loadDialogs().then(part => setOpen({ ...dialog, part }), tellNoNetwork),
  )

  const acts = useMemo(
    (): PostActs => ({
      reader: { _id: reader._id, gender: reader.gender, mayAnswer: reader.abilities.answer },
      onAnswer: post => {
        if (reader.abilities.answer) on(errands => errands.answer(queryClient, reader, post))
        else
          showToast({
            kind: 'warning',
            text: t('errors.guestforbidden'),
            onPress: () =>
              void navigate({
                to: '/$c/connexion',
                params: { c: communityUri },
                search: { next: router.latestLocation.href },
              }),
          })
      },
      onShare: post =>
        void loadTexts('post').then(
          () =>
            share({
              title: sharedText(currentLanguage(), post),
              url: sharedAddress(post._id, location.origin),
              note: t('post.share.note'),
              photoUri: post.photo?.uri,
            }),
          tellNoNetwork,
        ),
      onCopy: post => on(errands => errands.copyAddress(post)),
      onEdit: post =>
        void navigate({
          to: '/$c/actualites/edition-publication',
          params: { c: communityUri },
          search: { id: post._id },
        }),
      onRemove: post => ask({ kind: 'remove', post }),
      onFlag: post => ask({ kind: 'flag', post }),
    }),
    [ask, communityUri, navigate, queryClient, reader, router, share],
  )

  const close = () => setOpen(null)
  const dialog = open && (
    <open.part.PostDialogs
      kind={open.kind}
      post={open.post}
      onClose={close}
      onRemove={post => {
        close()
        on(errands => errands.remove(queryClient, post))
        onGone?.()
      }}
      onFlag={(post, reason) => {
        close()
        on(errands => errands.flag(queryClient, post, reason))
      }}
    />
  )
  return {
    acts,
    dialog: (
      <>
        {dialog}
        {sheet}
      </>
    ),
  }
}
