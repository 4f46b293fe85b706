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
import { deletePostDraft, findPostDraft, hasPostDraft, restorePostDraft, type StoredDraft } from './draft-store.ts'
import { draftFromTemplate, draftOf, newDraft } from './post-draft.ts'
import { isDeleted, isTemplateGone } from './publish-errors.ts'
import { editedPostQuery } from './publish.queries.ts'
import { resumePendingEdit } from './pending-posts.ts'
import { useTemplate } from './use-template.ts'

export interface PublishViewProps extends Pick<
  PostFormProps,
  'community' | 'me' | 'onDeleted' | 'onPublished' | 'onQueued' | 'onLeave'
> {
  title: string
  userId: string
  /** Id of the post to edit; absent for a new post. `lastLoadedPost` is the version that this device loaded last. */
  postId?: string
  lastLoadedPost?: FeedPost | null
  /** Id of the template from which a new post starts. */
  templateId?: string
  /** Whether the draft is content that another app has just shared; such a draft is not announced as restored. */
  isShared?: boolean
}

/** Form of a free post: a new post, or a post of the viewer to edit. */
export const PublishView = (props: PublishViewProps) => {
  const feedLink = { to: '/$c/actualites', params: { c: props.community.customUri } } as const
  return (
    <>
      <TopBar title={props.title} backTarget={feedLink} />
      {props.postId ? (
        <EditPost key={props.postId} {...props} postId={props.postId} feedLink={feedLink} />
      ) : props.templateId ? (
        <NewPostFromTemplate {...props} templateId={props.templateId} />
      ) : (
        <PostEditor {...props} editedPost={null} />
      )}
    </>
  )
}

const EditPost = ({
  feedLink,
  ...props
}: PublishViewProps & { postId: string; feedLink: { to: '/$c/actualites'; params: { c: string } } }) => {
  const { t } = useText()
  const query = useQuery(editedPostQuery(props.postId))
  // Offline, the author edits the version that this device loaded last.
  const post = query.data ?? (isOffline(query) ? props.lastLoadedPost : undefined)
  const [openedPost, setOpenedPost] = useState<FeedPost>()
  // The form continues to edit the version with which it was opened, even if a newer one is fetched.
  if (!openedPost && post?.abilities.edit) setOpenedPost(post)
  const feedButton = <ButtonLink {...feedLink}>{t('publish.gone.feed')}</ButtonLink>
  if (openedPost) return <PostEditor {...props} editedPost={openedPost} />
  if (isDeleted(query.error))
    return hasPostDraft(draftKey(props.userId, props.postId)) ? (
      <PostEditor {...props} editedPost={null} />
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

/** Form of a new post with the texts of a template; empty if the template is no longer available. */
const NewPostFromTemplate = ({ templateId, ...props }: PublishViewProps & { templateId: string }) => {
  const { t } = useText()
  const query = useTemplate(props.community._id, templateId)
  if (query.data || isTemplateGone(query.error))
    return <PostEditor {...props} editedPost={null} template={query.data} />
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

type StartDraft = StoredDraft & { hasLostPhoto?: boolean }

/** Turns the edits of a deleted post into a new post; the photo was deleted with the old post. */
const asNewPost = ({ draft, photo }: StoredDraft): StartDraft => {
  const hasLostPhoto = draft.photo === 'stored'
  return {
    draft: { ...draft, tmpId: crypto.randomUUID(), sent: 'no', photo: hasLostPhoto ? 'none' : draft.photo },
    photo,
    hasLostPhoto,
  }
}

/** The form, with the draft of an earlier visit if there is one; discarding that draft resets the form. */
const PostEditor = ({
  editedPost,
  template,
  ...props
}: PublishViewProps & { editedPost: FeedPost | null; template?: Template }) => {
  const { t } = useText()
  const draftOwner = draftKey(props.userId, props.postId)
  const wasDeleted = props.postId !== undefined && editedPost === null
  // A return from the camera continues the same visit, so no draft is announced as restored.
  const [returnedFromCamera] = useState(() => isAtCamera('post'))
  const [initialDraft] = useState(() =>
    editedPost ? draftOf(editedPost) : template ? draftFromTemplate(template) : newDraft(),
  )
  const [loaded, setLoaded] = useState<{ storedDraft: StartDraft | null; resetCount: number } | null>(null)
  /** Closes the toast that offers to restore a discarded draft. */
  const closeUndoToast = useRef<() => void>(undefined)
  useEffect(() => {
    if (props.postId) resumePendingEdit(props.postId)
    void findPostDraft(draftOwner).then(storedDraft =>
      setLoaded({ storedDraft: storedDraft && wasDeleted ? asNewPost(storedDraft) : storedDraft, resetCount: 0 }),
    )
  }, [draftOwner, wasDeleted, props.postId])
  // The toast is closed with the screen: restoring later could overwrite a newer draft, or show it to the next user.
  useEffect(() => () => closeUndoToast.current?.(), [])
  if (!loaded)
    return (
      <Main>
        <SkeletonCard />
      </Main>
    )
  const { storedDraft, resetCount } = loaded
  const discard = (discarded: StoredDraft) => {
    deletePostDraft(draftOwner)
    setLoaded({ storedDraft: null, resetCount: resetCount + 1 })
    const undo = () => {
      restorePostDraft(draftOwner, discarded)
      setLoaded({ storedDraft: discarded, resetCount: resetCount + 2 })
    }
    closeUndoToast.current = showToast({
      kind: 'info',
      text: t('publish.draft.discarded'),
      action: { label: t('publish.draft.undo'), onClick: undo },
    })
  }
  const blank = { draft: { ...initialDraft, tmpId: crypto.randomUUID() }, photo: null }
  return (
    <PostForm
      key={resetCount}
      {...props}
      draftOwner={draftOwner}
      start={{ ...(storedDraft ?? blank), initialDraft, editedPost }}
      isRestored={storedDraft !== null && !wasDeleted && !returnedFromCamera && !props.isShared}
      wasDeleted={wasDeleted}
      onDiscard={discard}
      onWritingStarted={() => closeUndoToast.current?.()}
    />
  )
}
