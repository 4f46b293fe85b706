import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { draftOwner } from '#web/kernel/device/drafts.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty, type EmptyProps } from '#web/ui/Empty.tsx'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed } from '#web/ui/Trouble.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { PostForm, type PostFormProps } from './components/PostForm.tsx'
import { dropDraft, findDraft, hasDraft, keepDraft, type KeptDraft } from './draft-store.ts'
import { draftFrom, draftOf, newDraft } from './post-draft.ts'
import { isGone } from './publication-errors.ts'
import { isDeleted } from './publish-errors.ts'
import { editedPostQuery } from './publish.queries.ts'
import { takeBackChange } from './unsent.ts'
import { useTemplate } from './use-template.ts'

export interface PublishViewProps extends Pick<
  PostFormProps,
  'community' | 'me' | 'onDeleted' | 'onPublished' | 'onLater' | 'onLeave'
> {
  title: string
  userId: string
  /** The post to edit, and the version of it that was last seen. */
  id?: string
  seen?: LiveEvent | null
  /** The template that a new post starts from. */
  templateId?: string
  /** The content was shared with the app just now, so it is no draft of an earlier visit. */
  isShared?: boolean
}

/** The form of a free post: a new one, or one's own to edit. */
export const PublishView = (props: PublishViewProps) => {
  const feed = { to: '/$c/actualites', params: { c: props.community.customUri } } as const
  return (
    <>
      <TopBar title={props.title} back={feed} />
      {props.id ? (
        <Edited key={props.id} {...props} id={props.id} feed={feed} />
      ) : props.templateId ? (
        <FromTemplate {...props} templateId={props.templateId} />
      ) : (
        <Draft {...props} edited={null} />
      )}
    </>
  )
}

const Edited = ({
  feed,
  ...props
}: PublishViewProps & { id: string; feed: { to: '/$c/actualites'; params: { c: string } } }) => {
  const { t } = useText()
  const query = useQuery(editedPostQuery(props.id))
  // Offline, the author edits the version that was last seen.
  const post = query.data ?? (isOffline(query) ? props.seen : undefined)
  const [opened, setOpened] = useState<LiveEvent>()
  // The form keeps the version it was opened with, whatever arrives later.
  if (!opened && post?.abilities.edit) setOpened(post)
  const all = <ButtonLink {...feed}>{t('publish.gone.feed')}</ButtonLink>
  if (opened) return <Draft {...props} edited={opened} />
  if (isDeleted(query.error))
    return hasDraft(draftOwner(props.userId, props.id)) ? (
      <Draft {...props} edited={null} />
    ) : (
      <Main>
        <Gone title={t('publish.gone.deleted')} text={t('publish.gone.deleted.text')} action={all} />
      </Main>
    )
  return (
    <Main>
      {stateOf(query) === 'waiting' && <SkeletonCard />}
      {query.data && <Gone title={t('publish.gone.title')} text={t('publish.gone.text')} action={all} />}
      {!query.data && query.error && <Failed query={query} title={t('publish.failed.title')} />}
    </Main>
  )
}

/** When the template is no longer available, the post is written from scratch. */
const FromTemplate = ({ templateId, ...props }: PublishViewProps & { templateId: string }) => {
  const { t } = useText()
  const query = useTemplate(props.community._id, templateId)
  if (query.data || isGone(query.error)) return <Draft {...props} edited={null} from={query.data} />
  return (
    <Main>
      {stateOf(query) === 'waiting' ? <SkeletonCard /> : <Failed query={query} title={t('publish.failed.title')} />}
    </Main>
  )
}

const Gone = (words: Pick<EmptyProps, 'title' | 'text' | 'action'>) => (
  <Card>
    <Empty picture="door" {...words} />
  </Card>
)

type Begun = KeptDraft & { lostPhoto?: boolean }

/** Turns the changes to a deleted post into a new post; the photo was deleted with the old one. */
const asNew = ({ draft, photo }: KeptDraft): Begun => {
  const lostPhoto = draft.photo === 'stored'
  return {
    draft: { ...draft, tmpId: crypto.randomUUID(), sent: 'no', photo: lostPhoto ? 'none' : draft.photo },
    photo,
    lostPhoto,
  }
}

/** The form with the draft of an earlier visit; discarding it starts over. */
const Draft = ({ edited, from, ...props }: PublishViewProps & { edited: LiveEvent | null; from?: Template }) => {
  const { t } = useText()
  const owner = draftOwner(props.userId, props.id)
  const deleted = props.id !== undefined && edited === null
  // Coming back from the camera is not another visit.
  const [cameBack] = useState(() => isAtCamera('post'))
  const [untouched] = useState(() => (edited ? draftOf(edited) : from ? draftFrom(from) : newDraft()))
  const [begun, setBegun] = useState<{ kept: Begun | null; round: number } | null>(null)
  /** Closes the toast that offers to restore a discarded draft. */
  const offer = useRef<() => void>(undefined)
  useEffect(() => {
    if (props.id) takeBackChange(props.id)
    void findDraft(owner).then(kept => setBegun({ kept: kept && deleted ? asNew(kept) : kept, round: 0 }))
  }, [owner, deleted, props.id])
  // Restoring it later would overwrite a newer draft, or leave it behind for whoever logs in next.
  useEffect(() => () => offer.current?.(), [])
  if (!begun)
    return (
      <Main>
        <SkeletonCard />
      </Main>
    )
  const { kept, round } = begun
  const discard = (thrown: KeptDraft) => {
    dropDraft(owner)
    setBegun({ kept: null, round: round + 1 })
    const undo = () => {
      keepDraft(owner, thrown)
      setBegun({ kept: thrown, round: round + 2 })
    }
    offer.current = showToast({
      kind: 'info',
      text: t('publish.draft.discarded'),
      action: { label: t('publish.draft.undo'), onClick: undo },
    })
  }
  const blank = { draft: { ...untouched, tmpId: crypto.randomUUID() }, photo: null }
  return (
    <PostForm
      key={round}
      {...props}
      owner={owner}
      start={{ ...(kept ?? blank), untouched, edited }}
      restored={kept !== null && !deleted && !cameBack && !props.isShared}
      deleted={deleted}
      onDiscard={discard}
      onBegin={() => offer.current?.()}
    />
  )
}
