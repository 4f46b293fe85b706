import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { draftKey } from '#web/kernel/device/drafts.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState, type EmptyStateProps } from '#web/ui/EmptyState.tsx'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { PostForm, type PostFormProps } from './components/PostForm.tsx'
import { deleteDraft, findDraft, hasDraft, restoreDraft, type SavedDraft } from './draft-store.ts'
import { draftFromTemplate, draftOf, newDraft } from './post-draft.ts'
import { isGone } from './publication-errors.ts'
import { isDeleted } from './publish-errors.ts'
import { editedPostQuery } from './publish.queries.ts'
import { resumePendingEdit } from './pending-posts.ts'
import { useTemplate } from './use-template.ts'

export interface PublishViewProps extends Pick<
  PostFormProps,
  'community' | 'me' | 'onDeleted' | 'onPublished' | 'onLater' | 'onLeave'
> {
  title: string
  userId: string
  /** Id of the post to edit, and the last version of the post that this device loaded. */
  id?: string
  lastSeen?: FeedPost | null
  /** Id of the template from which a new post starts. */
  templateId?: string
  /** Whether another app has just shared the content, which is then not announced as a restored draft. */
  isShared?: boolean
}

/** Form of a free post: a new one, or one’s own to edit. */
export const PublishView = (props: PublishViewProps) => {
  const feedLink = { to: '/$c/actualites', params: { c: props.community.customUri } } as const
  return (
    <>
      <TopBar title={props.title} back={feedLink} />
      {props.id ? (
        <EditPost key={props.id} {...props} id={props.id} feedLink={feedLink} />
      ) : props.templateId ? (
        <FromTemplate {...props} templateId={props.templateId} />
      ) : (
        <PostEditor {...props} edited={null} />
      )}
    </>
  )
}

const EditPost = ({
  feedLink,
  ...props
}: PublishViewProps & { id: string; feedLink: { to: '/$c/actualites'; params: { c: string } } }) => {
  const { t } = useText()
  const query = useQuery(editedPostQuery(props.id))
  // Offline, the author edits the version that this device loaded last.
  const post = query.data ?? (isOffline(query) ? props.lastSeen : undefined)
  const [openedPost, setOpenedPost] = useState<FeedPost>()
  // The form keeps the version with which it was opened, even if a newer one is fetched.
  if (!openedPost && post?.abilities.edit) setOpenedPost(post)
  const feedButton = <ButtonLink {...feedLink}>{t('publish.gone.feed')}</ButtonLink>
  if (openedPost) return <PostEditor {...props} edited={openedPost} />
  if (isDeleted(query.error))
    return hasDraft(draftKey(props.userId, props.id)) ? (
      <PostEditor {...props} edited={null} />
    ) : (
      <Main>
        <UnavailablePost title={t('publish.gone.deleted')} text={t('publish.gone.deleted.text')} action={feedButton} />
      </Main>
    )
  return (
    <Main>
      {viewStateOf(query) === 'waiting' && <SkeletonCard />}
      {query.data && (
        <UnavailablePost title={t('publish.gone.title')} text={t('publish.gone.text')} action={feedButton} />
      )}
      {!query.data && query.error && <LoadError query={query} title={t('publish.failed.title')} />}
    </Main>
  )
}

/** When the template is no longer available, the form starts empty. */
const FromTemplate = ({ templateId, ...props }: PublishViewProps & { templateId: string }) => {
  const { t } = useText()
  const query = useTemplate(props.community._id, templateId)
  if (query.data || isGone(query.error)) return <PostEditor {...props} edited={null} from={query.data} />
  return (
    <Main>
      {viewStateOf(query) === 'waiting' ? (
        <SkeletonCard />
      ) : (
        <LoadError query={query} title={t('publish.failed.title')} />
      )}
    </Main>
  )
}

const UnavailablePost = (texts: Pick<EmptyStateProps, 'title' | 'text' | 'action'>) => (
  <Card>
    <EmptyState picture="door" {...texts} />
  </Card>
)

type StartDraft = SavedDraft & { lostPhoto?: boolean }

/** Turns the edits of a deleted post into a new post; the photo was deleted with the old post. */
const asNewPost = ({ draft, photo }: SavedDraft): StartDraft => {
  const lostPhoto = draft.photo === 'stored'
  return {
    draft: { ...draft, tmpId: crypto.randomUUID(), sent: 'no', photo: lostPhoto ? 'none' : draft.photo },
    photo,
    lostPhoto,
  }
}

/** The form with the draft of an earlier visit; discarding the draft resets the form. */
const PostEditor = ({ edited, from, ...props }: PublishViewProps & { edited: FeedPost | null; from?: Template }) => {
  const { t } = useText()
  const owner = draftKey(props.userId, props.id)
  const deleted = props.id !== undefined && edited === null
  // A return from the camera continues the same visit, so no draft is announced as restored.
  const [returnedFromCamera] = useState(() => isAtCamera('post'))
  const [initial] = useState(() => (edited ? draftOf(edited) : from ? draftFromTemplate(from) : newDraft()))
  const [loaded, setLoaded] = useState<{ savedDraft: StartDraft | null; round: number } | null>(null)
  /** Closes the toast that offers to restore a discarded draft. */
  const closeUndoToast = useRef<() => void>(undefined)
  useEffect(() => {
    if (props.id) resumePendingEdit(props.id)
    void findDraft(owner).then(savedDraft =>
      setLoaded({ savedDraft: savedDraft && deleted ? asNewPost(savedDraft) : savedDraft, round: 0 }),
    )
  }, [owner, deleted, props.id])
  // The toast closes with the screen, as a later restore could overwrite a newer draft or leak to the next user.
  useEffect(() => () => closeUndoToast.current?.(), [])
  if (!loaded)
    return (
      <Main>
        <SkeletonCard />
      </Main>
    )
  const { savedDraft, round } = loaded
  const discard = (discarded: SavedDraft) => {
    deleteDraft(owner)
    setLoaded({ savedDraft: null, round: round + 1 })
    const undo = () => {
      restoreDraft(owner, discarded)
      setLoaded({ savedDraft: discarded, round: round + 2 })
    }
    closeUndoToast.current = showToast({
      kind: 'info',
      text: t('publish.draft.discarded'),
      action: { label: t('publish.draft.undo'), onClick: undo },
    })
  }
  const blank = { draft: { ...initial, tmpId: crypto.randomUUID() }, photo: null }
  return (
    <PostForm
      key={round}
      {...props}
      owner={owner}
      start={{ ...(savedDraft ?? blank), initial, edited }}
      restored={savedDraft !== null && !deleted && !returnedFromCamera && !props.isShared}
      deleted={deleted}
      onDiscard={discard}
      onBegin={() => closeUndoToast.current?.()}
    />
  )
}
