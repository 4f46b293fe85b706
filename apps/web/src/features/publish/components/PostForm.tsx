import type { Community } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { videoIdOf } from '@parvis/contract/publish.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { isServerUnreachable } from '#web/kernel/outbox/network-error.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { queueSend } from '#web/ui/queue-send.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import typography from '#web/ui/typography.module.css'
import { deleteDraft, hasDraft, type SavedDraft } from '../draft-store.ts'
import { findCachedPicture } from '../cached-picture.ts'
import { validateDraft, languageTooLong, findUnchangedLanguage, newDraft } from '../post-draft.ts'
import { useSendPost } from '../publish.mutations.ts'
import { isDeleted, postErrorOf, postErrorOfRule, type PostField, type PostError } from '../publish-errors.ts'
import { createPendingPost } from '../pending-posts.ts'
import { usePostForm, type PostStart } from '../use-post-form.ts'
import { PostAttach } from './PostAttach.tsx'
import { PostChannel } from './PostChannel.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { TextAfterMedia } from './TextAfterMedia.tsx'
import { PostVideoLink } from './PostVideoLink.tsx'
import { PostTextFields } from './PostTextFields.tsx'
import css from './PostForm.module.css'

const PostSchedule = lazy(async () => {
  const [part] = await Promise.all([import('./PostSchedule.tsx'), loadTexts('templates')])
  return { default: part.PostSchedule }
})

export interface PostFormProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'channels' | 'timezone'>
  me: Pick<SessionUser, 'lastBooking'>
  owner: string
  start: PostStart
  /** Whether the draft was restored from an earlier visit. */
  restored: boolean
  /** Whether the edited post was deleted meanwhile, so that the draft is published as a new post. */
  deleted: boolean
  /** Called when the edited post is found to be deleted, before or while the form is open. */
  onDeleted: () => void
  onDiscard: (discarded: SavedDraft) => void
  /** Called when the author starts to write. */
  onBegin: () => void
  /** Called after publication; `isMounted` when the form is still on the screen. */
  onPublished: (event: FeedPost, isMounted: boolean) => void
  /** Called when the post was queued in the outbox. */
  onLater: () => void
  onLeave: () => void
}

export const PostForm = ({
  community,
  me,
  owner,
  start,
  restored,
  deleted,
  onDeleted,
  onPublished,
  onLater,
  onLeave,
  onDiscard,
  onBegin,
}: PostFormProps) => {
  const { t, language, explain } = useText()
  const id = useId()
  const [isGone, setIsGone] = useState(deleted)
  const [lostPhoto, setLostPhoto] = useState(start.lostPhoto ?? false)
  const [blank] = useState(newDraft)
  const form = usePostForm(owner, isGone ? { ...start, initial: blank } : start)
  const { draft } = form
  const edited = isGone ? null : start.edited
  const [textLanguage, setTextLanguage] = useState(() => initialLanguage(start, language))
  const [formError, setFormError] = useState<PostError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isMounted = useRef(true)
  const isDone = useRef(false)
  const attachGroup = useRef<HTMLDivElement>(null)

  const showError = (next: PostError) => {
    setFormError(next)
    setAttempt(before => before + 1)
    // Other fields scroll their error into view themselves.
    if (next.place === 'photo') requestAnimationFrame(() => attachGroup.current?.focus())
  }
  const continueAsNew = async (edited: FeedPost) => {
    if (draft.photo === 'stored') {
      // The cache may still have the photo that the server deleted with the post. The photo is stored before the draft,
      // so that it survives a reload.
      const picture = edited.photo && (await findCachedPicture(edited.photo.uri))
      if (picture) await form.pick(picture)
      else {
        form.removePhoto()
        setLostPhoto(true)
      }
    }
    const [channelId = null] = edited.channelsIds.filter(one => community.channels.some(({ _id }) => _id === one))
    form.change({ tmpId: blank.tmpId, sent: 'no', channelId: draft.channelId ?? channelId })
    setIsGone(true)
    setFormError(null)
    setAttempt(before => before + 1)
  }
  const finish = (event: FeedPost) => {
    isDone.current = true
    deleteDraft(owner)
    showToast({ text: t(edited ? 'publish.saved' : 'publish.published') })
    onPublished(event, isMounted.current)
  }
  const { send, sending, progress, stop } = useSendPost({
    onSent: finish,
    onFailed: async (error, sent) => {
      const queued =
        isServerUnreachable(error) && (await queueSend(createPendingPost({ ...draft, sent }, form.photo, edited?._id)))
      if (queued) {
        isDone.current = true
        if (queued === 'device') deleteDraft(owner)
        if (isMounted.current) onLater()
        return
      }
      form.change({ sent })
      if (!isMounted.current) showToast({ kind: 'error', text: t('publish.failed.left', { why: explain(error) }) })
      else if (isAborted(error)) showToast({ kind: 'info', text: t('publish.stopped') })
      else if (edited && isDeleted(error)) void continueAsNew(edited)
      else showError(postErrorOf(error))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending || form.preparing) return
    const tooLong = languageTooLong(draft)
    if (tooLong) return setTextLanguage(tooLong)
    const invalid = validateDraft(draft)
    if (invalid) return showError(postErrorOfRule(invalid))
    setFormError(null)
    // Marked before sending: the server may store the post even if this page is closed.
    form.change({ sent: draft.sent === 'no' ? 'maybe' : draft.sent })
    send({ draft, photo: form.photo, editedId: edited?._id })
  }

  useTakenPhoto('post', photo => void form.pick(photo))

  const reportBegin = useEffectEvent(onBegin)
  useEffect(() => {
    if (form.isDirty) reportBegin()
  }, [form.isDirty])

  const reportDeleted = useEffectEvent(onDeleted)
  useEffect(() => {
    if (isGone) reportDeleted()
  }, [isGone])

  useDraftSavedToast(() =>
    // A draft that was discarded, perhaps in another tab, is not announced as saved.
    form.isDirty && !sending && !isDone.current && !isAtCamera('post') && hasDraft(owner)
      ? { text: t('publish.draft.kept'), label: t('publish.draft.discard'), discard: () => deleteDraft(owner) }
      : null,
  )
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const removeAndFocus = (remove: () => void) => () => {
    remove()
    requestAnimationFrame(() => attachGroup.current?.focus())
  }
  const isFixed = formError?.rule !== undefined && validateDraft(draft)?.key !== formError.rule
  const errorOf = (field: PostField) => (formError?.place === field && !isFixed ? explain(formError.error) : null)

  return (
    <Main>
      {isGone && (
        <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
          {t('publish.gone.still')}
          {lostPhoto && draft.photo === 'none' && (
            <>
              <br />
              {t('publish.gone.photo')}
            </>
          )}
        </Notice>
      )}
      {restored && (
        <Notice
          kind="calm"
          icon="clock"
          action={
            <Button kind="quiet" size="s" onClick={() => onDiscard({ draft, photo: form.photo })}>
              {t('publish.draft.discard')}
            </Button>
          }
        >
          {t('publish.draft.restored')}
        </Notice>
      )}
      {formError?.place === 'form' && (
        <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
          {explain(formError.error)}
          <br />
          {t('publish.still')}
        </Notice>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
      <form id={id} className={css.form} onSubmit={submit} onKeyDown={preventEnterSubmit} noValidate inert={sending}>
        <Card className={css.block}>
          <PostTextFields
            draft={draft}
            language={textLanguage}
            left={edited && findUnchangedLanguage(draft, start.initial)}
            onLanguage={setTextLanguage}
            onWrite={texts => form.write(textLanguage, texts)}
            errorOf={errorOf}
            attempt={attempt}
          >
            {draft.photo !== 'none' && (
              <PostPhoto
                form={form}
                stored={start.edited?.photo ?? null}
                language={textLanguage}
                onRemove={removeAndFocus(form.removePhoto)}
              />
            )}
          </PostTextFields>
          {draft.link !== null && (
            <PostVideoLink
              link={draft.link}
              onLink={link => form.change({ link })}
              onRemove={removeAndFocus(form.removeVideo)}
              error={errorOf('youtubeVideoId')}
              attempt={attempt}
            />
          )}
          <PostAttach form={form} from="post" error={errorOf('photo')} group={attachGroup} />
          <TextAfterMedia
            draft={draft}
            language={textLanguage}
            onWrite={texts => form.write(textLanguage, texts)}
            error={errorOf('postDescription')}
            attempt={attempt}
          />
          <p className={typography.hidden} role="status">
            {draft.link !== null && videoIdOf(draft.link) ? t('publish.video.known') : ''}
          </p>
        </Card>
        {edited?.abilities.move && (
          <Suspense fallback={<SkeletonCard />}>
            <PostSchedule
              community={community}
              me={me}
              post={edited}
              draft={draft}
              onChange={form.change}
              errorOf={errorOf}
            />
          </Suspense>
        )}
        {community.channels.length > 1 && (
          <Card className={css.block}>
            <PostChannel
              community={community}
              value={draft.channelId ?? start.edited?.channelsIds[0] ?? null}
              onChange={channelId => form.change({ channelId })}
              error={errorOf('channel')}
            />
          </Card>
        )}
      </form>
      <ActionBar>
        {sending && progress !== null && (
          <Progress
            label={t('publish.sending')}
            value={progress}
            valueText={t('publish.sending.figure', { percent: Math.round(progress * 100) })}
          />
        )}
        {sending ? (
          <Button onClick={stop}>{t('publish.stop')}</Button>
        ) : (
          <Button onClick={onLeave}>{t('publish.cancel')}</Button>
        )}
        <Button type="submit" form={id} kind="primary" busy={sending}>
          {t(isGone ? 'publish.gone.anew' : edited ? 'publish.save' : 'publish.post')}
        </Button>
      </ActionBar>
    </Main>
  )
}

/** Returns the viewer’s language, unless only the other language has text. */
const initialLanguage = ({ draft }: PostStart, language: 'fr' | 'en') => {
  const other = language === 'fr' ? 'en' : 'fr'
  const hasText = (one: 'fr' | 'en') => Boolean(draft[one].title || draft[one].description)
  return hasText(other) && !hasText(language) ? other : language
}
