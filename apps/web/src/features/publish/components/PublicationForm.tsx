import { textIn } from '@parvis/contract/language.ts'
import { useId, useState, type ReactNode } from 'react'
import { useNow } from '#web/kernel/device/clock.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { bodyOf, previewOf, type Publication } from '../publication.ts'
import { isTemplateGone } from '../publish-errors.ts'
import { savePublication, publicationKey } from '../publication-store.ts'
import { usePublication } from '../use-publication.ts'
import { usePublicationSending } from '../use-publication-sending.ts'
import { createPendingPublication } from '../pending-posts.ts'
import { PublicationFields, type PublicationFieldsProps } from './PublicationFields.tsx'
import form from '#web/ui/form-columns.module.css'
import { Form } from '#web/ui/Form.tsx'
import css from './PublicationForm.module.css'
import type { FeedPost } from '@parvis/contract/feed.ts'

export interface PublicationFormProps extends Pick<
  PublicationFieldsProps,
  'community' | 'me' | 'template' | 'deal' | 'dates' | 'times' | 'places'
> {
  /** Renders the post as the feed will show it. */
  renderPreview: (post: FeedPost) => ReactNode
  /** Called after publication; `isMounted` is true if the form is still on the screen. */
  onPublished: (event: FeedPost, isMounted: boolean) => void
  /** Called when the publication was put into the outbox, which sends it later. */
  onQueued: () => void
  onLeave: () => void
}

/** Fields that show their own errors. */
const shownFields = ['dateId', 'timeId', 'locationId', 'equipmentId', 'choiceId', 'channelsIds']

export const PublicationForm = ({
  community,
  me,
  template,
  deal,
  dates,
  times,
  places,
  renderPreview,
  onPublished,
  onQueued,
  onLeave,
}: PublicationFormProps) => {
  const { t, language, explain } = useText()
  const id = useId()
  const now = useNow()
  const key = publicationKey(me._id, template._id, deal?._id)
  const { publication, save } = usePublication(key)
  const { errorOf, formError, submitCount, clearErrors, showFailure } = useFormErrors(shownFields, {
    // A template that is no longer available has its own message, not the one for a missing page.
    explain: error => (isTemplateGone(error) ? t('templates.gone') : explain(error)),
  })
  const [isPreviewOpen, setIsPreviewOpen] = useState(true)
  const title = textIn(language, template, 'title') ?? textIn(language, template, 'name')
  const change = (next: Publication) => {
    clearErrors()
    save({ ...next, sent: next.sent && 'changed' })
  }
  const createPending = () =>
    createPendingPublication(
      {
        publication: { ...publication, sent: publication.sent ?? 'same' },
        templateId: template._id,
        dealId: deal?._id,
        body: bodyOf(template, publication, places, deal?._id),
      },
      title ?? '',
    )
  const publishing = usePublicationSending({
    key,
    createPending,
    onPublished,
    onQueued,
    onError: showFailure,
  })
  const submit = () => {
    // The publication is marked as sent before the request: the server may store it even if this page is closed.
    save({ ...publication, sent: publication.sent ?? 'same' })
    publishing.send({ body: bodyOf(template, publication, places, deal?._id), sent: publication.sent })
  }
  const leave = () => {
    // A publication that the server may have stored remains on the device with its idempotency key, so that sending it
    // again creates no second post.
    if (!publication.sent) savePublication(key, null)
    publishing.markFormLeft()
    onLeave()
  }
  const renderedPreview = renderPreview(
    previewOf({ template, deal, publication, places, me, timezone: community.timezone, now }),
  )
  return (
    <Main>
      <div className={form.columns}>
        <div className={form.form}>
          <div className={css.head}>
            <Tile picto={template.picto} hue={template.hue} size="l" />
            <h2 dir="auto">{title}</h2>
          </div>
          {formError && (
            <Notice key={submitCount} kind="danger" icon="circle-alert" pinned>
              {formError}
            </Notice>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
          <Form
            id={id}
            busy={publishing.isSending}
            onSubmit={submit}
            onKeyDown={preventEnterSubmit}
            inert={publishing.isSending}
          >
            <Card className={form.block}>
              <PublicationFields
                community={community}
                me={me}
                template={template}
                deal={deal}
                dates={dates}
                times={times}
                places={places}
                publication={publication}
                onChange={change}
                errorOf={errorOf}
              />
            </Card>
          </Form>
        </div>
        <aside className={form.preview} aria-label={t('templates.preview')}>
          <Collapsible icon="eye" label={t('templates.preview')} open={isPreviewOpen} onToggle={setIsPreviewOpen}>
            <div inert>{renderedPreview}</div>
          </Collapsible>
        </aside>
      </div>
      <ActionBar>
        <Button onClick={leave}>{t('common.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={publishing.isSending}>
          {t('publish.post')}
        </Button>
      </ActionBar>
    </Main>
  )
}
