import type { Community } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import { SendActions } from '#web/ui/SendActions.tsx'
import { useFormSubmission } from '#web/ui/use-form-submission.ts'
import { Form } from '#web/ui/Form.tsx'
import type { StoredDraft } from '../draft-store.ts'
import { languageTooLong, validateDraft } from '../post-draft.ts'
import { fieldsOfPost, photoFields } from '../publish-errors.ts'
import { useEditedPost } from '../use-edited-post.ts'
import type { PostStart } from '../use-post-form.ts'
import { usePostSending } from '../use-post-sending.ts'
import { PostFields } from './PostFields.tsx'
import { PostNotices } from './PostNotices.tsx'
import css from './PostForm.module.css'

export interface PostFormProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'channels' | 'timezone'>
  me: Pick<SessionUser, 'lastBooking'>
  draftOwner: string
  start: PostStart
  /** Whether the draft was restored from an earlier visit. */
  isRestored: boolean
  /** Whether the edited post was deleted meanwhile, so that the draft is published as a new post. */
  wasDeleted: boolean
  /** Called when the edited post is found to be deleted, before or while the form is open. */
  onDeleted: () => void
  onDiscard: (discarded: StoredDraft) => void
  /** Called when the author starts to write; the offer to restore a discarded draft then ends. */
  onWritingStarted: () => void
  /** Called after publication; `isMounted` is true if the form is still on the screen. */
  onPublished: (event: FeedPost, isMounted: boolean) => void
  /** Called when the post was put into the outbox, which sends it later. */
  onQueued: () => void
  onLeave: () => void
}

export const PostForm = ({
  community,
  me,
  draftOwner,
  start,
  isRestored,
  wasDeleted,
  onDeleted,
  onPublished,
  onQueued,
  onLeave,
  onDiscard,
  onWritingStarted,
}: PostFormProps) => {
  const { t, language } = useText()
  const id = useId()
  const { form, edited, isGone, hasLostPhoto, continueAsNew } = useEditedPost(community, draftOwner, start, wasDeleted)
  const { draft } = form
  const [textLanguage, setTextLanguage] = useState(() => initialLanguage(start, language))
  const attachGroup = useRef<HTMLDivElement>(null)
  const submission = useFormSubmission(fieldsOfPost, { findViolations: () => [validateDraft(draft)] })

  useTakenPhoto('post', photo => void form.pickPhoto(photo))

  const reportWritingStarted = useEffectEvent(onWritingStarted)
  useEffect(() => {
    if (form.isDirty) reportWritingStarted()
  }, [form.isDirty])

  const reportDeleted = useEffectEvent(onDeleted)
  useEffect(() => {
    if (isGone) reportDeleted()
  }, [isGone])

  const {
    mutate: send,
    isPending: isSending,
    progress,
    abort,
  } = usePostSending({
    draftOwner,
    form,
    edited,
    onPublished,
    onQueued,
    // The notice about the deleted post is announced as the error of this submission.
    onPostDeleted: post => void continueAsNew(post, () => submission.showInvalid()),
    onError: error => {
      submission.showFailure(error)
      // Other fields scroll their error into view themselves.
      if (error instanceof ApiError && photoFields.includes(error.field ?? ''))
        requestAnimationFrame(() => attachGroup.current?.focus())
    },
  })
  const submit = submission.submitHandler({
    isBusy: isSending || form.isPreparing,
    findTooLong: () => languageTooLong(draft),
    onTextTooLong: setTextLanguage,
    send: () => {
      // The draft is marked before the request, since the server may store the post even if this page is closed.
      form.change({ sent: draft.sent === 'no' ? 'maybe' : draft.sent })
      send({ draft, photo: form.photo, editedId: edited?._id })
    },
  })

  return (
    <Main>
      <PostNotices
        isGone={isGone}
        hasLostPhoto={hasLostPhoto}
        isRestored={isRestored}
        onDiscard={() => onDiscard({ draft, photo: form.photo })}
        submitCount={submission.submitCount}
        formError={submission.formError}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
      <Form id={id} className={css.form} onSubmit={submit} onKeyDown={preventEnterSubmit} inert={isSending}>
        <PostFields
          community={community}
          me={me}
          start={start}
          form={form}
          edited={edited}
          language={textLanguage}
          onLanguageChange={setTextLanguage}
          submitCount={submission.submitCount}
          errorOf={submission.errorOf}
          attachGroupRef={attachGroup}
        />
      </Form>
      <SendActions
        formId={id}
        label={t(isGone ? 'publish.gone.anew' : edited ? 'publish.save' : 'publish.post')}
        isSending={isSending}
        uploadProgress={progress}
        onStopSending={abort}
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
