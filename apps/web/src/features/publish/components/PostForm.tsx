import type { Community } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import type { SavedDraft } from '../draft-store.ts'
import { validateDraft, languageTooLong } from '../post-draft.ts'
import { postErrorOfRule } from '../publish-errors.ts'
import { useEditedPost } from '../use-edited-post.ts'
import { usePostErrors } from '../use-post-errors.ts'
import type { PostStart } from '../use-post-form.ts'
import { usePostSending } from '../use-post-sending.ts'
import { PostFields } from './PostFields.tsx'
import { PostNotices } from './PostNotices.tsx'
import { SendActions } from './SendActions.tsx'
import css from './PostForm.module.css'

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
  const { t, language } = useText()
  const id = useId()
  const { form, edited, isGone, lostPhoto, continueAsNew } = useEditedPost(community, owner, start, deleted)
  const { draft } = form
  const [textLanguage, setTextLanguage] = useState(() => initialLanguage(start, language))
  const attachGroup = useRef<HTMLDivElement>(null)
  const errors = usePostErrors(draft, attachGroup)

  useTakenPhoto('post', photo => void form.pick(photo))

  const reportBegin = useEffectEvent(onBegin)
  useEffect(() => {
    if (form.isDirty) reportBegin()
  }, [form.isDirty])

  const reportDeleted = useEffectEvent(onDeleted)
  useEffect(() => {
    if (isGone) reportDeleted()
  }, [isGone])

  const { send, sending, progress, stop } = usePostSending({
    owner,
    form,
    edited,
    onPublished,
    onLater,
    onGone: post => void continueAsNew(post, errors.startOver),
    onError: errors.show,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending || form.preparing) return
    const tooLong = languageTooLong(draft)
    if (tooLong) return setTextLanguage(tooLong)
    const invalid = validateDraft(draft)
    if (invalid) return errors.show(postErrorOfRule(invalid))
    errors.clear()
    // Marked before sending: the server may store the post even if this page is closed.
    form.change({ sent: draft.sent === 'no' ? 'maybe' : draft.sent })
    send({ draft, photo: form.photo, editedId: edited?._id })
  }

  return (
    <Main>
      <PostNotices
        isGone={isGone}
        lostPhoto={lostPhoto}
        restored={restored}
        onDiscard={() => onDiscard({ draft, photo: form.photo })}
        attempt={errors.attempt}
        formError={errors.formError}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
      <form id={id} className={css.form} onSubmit={submit} onKeyDown={preventEnterSubmit} noValidate inert={sending}>
        <PostFields
          community={community}
          me={me}
          start={start}
          form={form}
          edited={edited}
          language={textLanguage}
          onLanguage={setTextLanguage}
          attempt={errors.attempt}
          errorOf={errors.errorOf}
          attachGroup={attachGroup}
        />
      </form>
      <SendActions
        formId={id}
        label={t(isGone ? 'publish.gone.anew' : edited ? 'publish.save' : 'publish.post')}
        sending={sending}
        progress={progress}
        onStop={stop}
        onLeave={onLeave}
      />
    </Main>
  )
}

/** Returns the viewer’s language, unless only the other language has text. */
const initialLanguage = ({ draft }: PostStart, language: 'fr' | 'en') => {
  const other = language === 'fr' ? 'en' : 'fr'
  const hasText = (one: 'fr' | 'en') => Boolean(draft[one].title || draft[one].description)
  return hasText(other) && !hasText(language) ? other : language
}
