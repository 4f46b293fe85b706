import type { Community } from '@parvis/contract/community.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { videoIdOf } from '@parvis/contract/publish.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { isTakenBack } from '#web/kernel/http/taken-back.ts'
import { isUnreached } from '#web/kernel/outbox/unreached.ts'
import { loadTexts, useText } from '#web/kernel/text/i18n.ts'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { holdEnter } from '#web/ui/hold-enter.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { sendLater } from '#web/ui/send-later.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useSayKept } from '#web/ui/use-say-kept.ts'
import typography from '#web/ui/typography.module.css'
import { dropDraft, hasDraft, type KeptDraft } from '../draft-store.ts'
import { keptPicture } from '../kept-picture.ts'
import { breakOf, languageTooLong, leftAsItWas, newDraft } from '../post-draft.ts'
import { useSendPost } from '../publish.mutations.ts'
import { isDeleted, troubleOf, troubleOfRule, type PostField, type Trouble } from '../publish-errors.ts'
import { unsentPost } from '../unsent.ts'
import { usePostForm, type PostStart } from '../use-post-form.ts'
import { PostAttach } from './PostAttach.tsx'
import { PostChannel } from './PostChannel.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { PostAfter } from './PostAfter.tsx'
import { PostVideoLink } from './PostVideoLink.tsx'
import { PostWords } from './PostWords.tsx'
import css from './PostForm.module.css'

const PostMove = lazy(async () => {
  const [part] = await Promise.all([import('./PostMove.tsx'), loadTexts('templates')])
  return { default: part.PostMove }
})

export interface PostFormProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'channels' | 'timezone'>
  me: Pick<SessionUser, 'lastBooking'>
  owner: string
  start: PostStart
  /** The draft comes from an earlier visit. */
  restored: boolean
  /** The edited post was deleted meanwhile: what is written is published as a new post. */
  deleted: boolean
  /** The edited post was deleted, before or while the form is open. */
  onDeleted: () => void
  onDiscard: (thrown: KeptDraft) => void
  /** The author has started to write. */
  onBegin: () => void
  /** `isMounted`: the form is still on the screen. */
  onPublished: (event: LiveEvent, here: boolean) => void
  /** The post is pending in the outbox. */
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
  const [gone, setGone] = useState(deleted)
  const [lostPhoto, setLostPhoto] = useState(start.lostPhoto ?? false)
  const [blank] = useState(newDraft)
  const form = usePostForm(owner, gone ? { ...start, untouched: blank } : start)
  const { draft } = form
  const edited = gone ? null : start.edited
  const [writing, setWriting] = useState(() => firstLanguage(start, language))
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  const here = useRef(true)
  const done = useRef(false)
  const attach = useRef<HTMLDivElement>(null)

  const stumble = (found: Trouble) => {
    setTrouble(found)
    setAttempt(before => before + 1)
    // An error beside a field scrolls itself into view.
    if (found.place === 'photo') requestAnimationFrame(() => attach.current?.focus())
  }
  const turnNew = async (edited: LiveEvent) => {
    if (draft.photo === 'stored') {
      // The photo may still be on this device although the server has deleted it. It is stored first, so that it
      // survives a reload.
      const picture = edited.photo && (await keptPicture(edited.photo.uri))
      if (picture) await form.pick(picture)
      else {
        form.removePhoto()
        setLostPhoto(true)
      }
    }
    const [channelId = null] = edited.channelsIds.filter(one => community.channels.some(({ _id }) => _id === one))
    form.change({ tmpId: blank.tmpId, sent: 'no', channelId: draft.channelId ?? channelId })
    setGone(true)
    setTrouble(null)
    setAttempt(before => before + 1)
  }
  const finish = (event: LiveEvent) => {
    done.current = true
    dropDraft(owner)
    showToast({ text: t(edited ? 'publish.saved' : 'publish.published') })
    onPublished(event, here.current)
  }
  const { send, sending, progress, stop } = useSendPost({
    onSent: finish,
    onFailed: async (error, sent) => {
      const kept = isUnreached(error) && (await sendLater(unsentPost({ ...draft, sent }, form.photo, edited?._id)))
      if (kept) {
        done.current = true
        if (kept === 'device') dropDraft(owner)
        if (here.current) onLater()
        return
      }
      form.change({ sent })
      if (!here.current) showToast({ kind: 'error', text: t('publish.failed.left', { why: explain(error) }) })
      else if (isTakenBack(error)) showToast({ kind: 'info', text: t('publish.stopped') })
      else if (edited && isDeleted(error)) void turnNew(edited)
      else stumble(troubleOf(error))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending || form.preparing) return
    const tooLong = languageTooLong(draft)
    if (tooLong) return setWriting(tooLong)
    const broken = breakOf(draft)
    if (broken) return stumble(troubleOfRule(broken))
    setTrouble(null)
    // From here on the post may have arrived, even if this page is closed.
    form.change({ sent: draft.sent === 'no' ? 'maybe' : draft.sent })
    send({ draft, photo: form.photo, editedId: edited?._id })
  }

  useTakenPhoto('post', photo => void form.pick(photo))

  const sayBegun = useEffectEvent(onBegin)
  useEffect(() => {
    if (form.begun) sayBegun()
  }, [form.begun])

  const sayGone = useEffectEvent(onDeleted)
  useEffect(() => {
    if (gone) sayGone()
  }, [gone])

  useSayKept(() =>
    // A draft that was discarded meanwhile, also in another tab, is not announced as saved.
    form.begun && !sending && !done.current && !isAtCamera('post') && hasDraft(owner)
      ? { text: t('publish.draft.kept'), label: t('publish.draft.discard'), discard: () => dropDraft(owner) }
      : null,
  )
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const takeAway = (remove: () => void) => () => {
    remove()
    requestAnimationFrame(() => attach.current?.focus())
  }
  const mended = trouble?.rule !== undefined && breakOf(draft)?.key !== trouble.rule
  const errorOf = (field: PostField) => (trouble?.place === field && !mended ? explain(trouble.error) : null)

  return (
    <Main>
      {gone && (
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
      {trouble?.place === 'form' && (
        <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
          {explain(trouble.error)}
          <br />
          {t('publish.still')}
        </Notice>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
      <form id={id} className={css.form} onSubmit={submit} onKeyDown={holdEnter} noValidate inert={sending}>
        <Card className={css.block}>
          <PostWords
            draft={draft}
            language={writing}
            left={edited && leftAsItWas(draft, start.untouched)}
            onLanguage={setWriting}
            onWrite={words => form.write(writing, words)}
            errorOf={errorOf}
            attempt={attempt}
          >
            {draft.photo !== 'none' && (
              <PostPhoto
                form={form}
                stored={start.edited?.photo ?? null}
                language={writing}
                onRemove={takeAway(form.removePhoto)}
              />
            )}
          </PostWords>
          {draft.link !== null && (
            <PostVideoLink
              link={draft.link}
              onLink={link => form.change({ link })}
              onRemove={takeAway(form.removeVideo)}
              error={errorOf('youtubeVideoId')}
              attempt={attempt}
            />
          )}
          <PostAttach form={form} from="post" error={errorOf('photo')} group={attach} />
          <PostAfter
            draft={draft}
            language={writing}
            onWrite={words => form.write(writing, words)}
            error={errorOf('postDescription')}
            attempt={attempt}
          />
          <p className={typography.hidden} role="status">
            {draft.link !== null && videoIdOf(draft.link) ? t('publish.video.known') : ''}
          </p>
        </Card>
        {edited?.abilities.move && (
          <Suspense fallback={<SkeletonCard />}>
            <PostMove
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
      <Acts>
        {sending && progress !== null && (
          <Progress
            label={t('publish.sending')}
            value={progress}
            figure={t('publish.sending.figure', { percent: Math.round(progress * 100) })}
          />
        )}
        {sending ? (
          <Button onClick={stop}>{t('publish.stop')}</Button>
        ) : (
          <Button onClick={onLeave}>{t('publish.cancel')}</Button>
        )}
        <Button type="submit" form={id} kind="primary" busy={sending}>
          {t(gone ? 'publish.gone.anew' : edited ? 'publish.save' : 'publish.post')}
        </Button>
      </Acts>
    </Main>
  )
}

/** The viewer's language, unless only the other one has text. */
const firstLanguage = ({ draft }: PostStart, language: 'fr' | 'en') => {
  const other = language === 'fr' ? 'en' : 'fr'
  const written = (one: 'fr' | 'en') => Boolean(draft[one].title || draft[one].description)
  return written(other) && !written(language) ? other : language
}
