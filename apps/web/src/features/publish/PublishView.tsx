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
  /** The post that is to be changed, and what was last seen of it. */
  id?: string
  seen?: LiveEvent | null
  /** The template that a new one begins with. */
  templateId?: string
  /** What stands in the form was shared with the app just now: nobody has begun it. */
  isShared?: boolean
}

/** A free post: a new one, or one's own to be changed. */
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
  // without a network its author changes what was last seen of it
  const post = query.data ?? (isOffline(query) ? props.seen : undefined)
  const [opened, setOpened] = useState<LiveEvent>()
  // the form stays over what it was opened with, whatever is answered later
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

/** One whose template is offered no more is written freely. */
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

/** What was written to change a post that is no more, as a post of its own: the photo that it had went with it. */
const asNew = ({ draft, photo }: KeptDraft): Begun => {
  const lostPhoto = draft.photo === 'stored'
  return {
    draft: { ...draft, tmpId: crypto.randomUUID(), sent: 'no', photo: lostPhoto ? 'none' : draft.photo },
    photo,
    lostPhoto,
  }
}

/** The form over what was begun at an earlier visit; thrown away, it starts anew. */
const Draft = ({ edited, from, ...props }: PublishViewProps & { edited: LiveEvent | null; from?: Template }) => {
  const { t } = useText()
  const owner = draftOwner(props.userId, props.id)
  const deleted = props.id !== undefined && edited === null
  // who was at the camera has not been away
  const [cameBack] = useState(() => isAtCamera('post'))
  const [untouched] = useState(() => (edited ? draftOf(edited) : from ? draftFrom(from) : newDraft()))
  const [begun, setBegun] = useState<{ kept: Begun | null; round: number } | null>(null)
  /** Withdraws the offer to take a thrown draft back. */
  const offer = useRef<() => void>(undefined)
  useEffect(() => {
    if (props.id) takeBackChange(props.id)
    void findDraft(owner).then(kept => setBegun({ kept: kept && deleted ? asNew(kept) : kept, round: 0 }))
  }, [owner, deleted, props.id])
  // it would write over what comes after, or leave it behind for whoever signs in next
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
