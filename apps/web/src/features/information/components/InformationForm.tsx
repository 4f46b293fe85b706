import { type Community, isSamePoint } from '@parvis/contract/community.ts'
import {
  validateInformation,
  type CommunityInformation,
  MAX_DESCRIPTION_LENGTH,
  MAX_OPENING_LENGTH,
} from '@parvis/contract/information.ts'
import type { Language } from '@parvis/contract/language.ts'
import { MAX_COMMUNITY_NAME_LENGTH } from '@parvis/contract/limits.ts'
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@parvis/contract/profile.ts'
import { MAX_EMAIL_LENGTH } from '@parvis/contract/session.ts'
import { MAX_PHONE_LENGTH, MAX_URL_LENGTH } from '@parvis/contract/write-deals.ts'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { draftKey, saveDraft, loadDraft } from '#web/kernel/device/drafts.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useTown } from '#web/kernel/installation/use-town.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { focusFirstConflict } from '#web/ui/FieldConflict.tsx'
import { Field, type FieldProps } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import edit from '../EditInformationView.module.css'
import type { EditInformationViewProps } from '../EditInformationView.tsx'
import { bodyOf, changesOf, draftOf, type InformationDraft, type InformationField } from '../information-draft.ts'
import { sendMap, useInformationChange } from '../information.mutations.ts'
import { useInformationForm } from '../use-information-form.ts'
import { InformationConflict } from './InformationConflict.tsx'
import { NumbersFields } from './NumbersFields.tsx'
import { LocationPicker } from './LocationPicker.tsx'

const MAX_ZIP_LENGTH = 20
const languages = ['fr', 'en'] as const satisfies Language[]

export interface InformationFormProps extends EditInformationViewProps {
  community: Community
  information: CommunityInformation
  /** Cards beside the form whose changes take effect at once. */
  aside: ReactNode
}

type TextFieldName = Exclude<
  { [K in InformationField]: InformationDraft[K] extends string ? K : never }[InformationField],
  `${string}.${string}`
>

/** Description, address, contact details and useful numbers of a community, saved together. */
export const InformationForm = ({ community, me, information, map, aside, onChanged }: InformationFormProps) => {
  const { t, language, explain } = useText()
  const id = useId()
  const savedDraft = draftOf(community, information)
  const owner = draftKey(me._id, community._id)
  const formState = useInformationForm(owner, savedDraft)
  const { draft, change } = formState
  const town = useTown(draft)
  const save = useInformationChange(community._id, onChanged, formState.clearStored)
  // While a save is in progress, differences are our own changes and no conflict.
  const conflicts = save.isPending ? [] : formState.conflicts
  // Logging out clears the draft first, so that no notice appears then.
  useDraftSavedToast(() =>
    loadDraft('informationdrafts', owner)
      ? {
          text: t('information.form.kept'),
          label: t('information.form.discard'),
          discard: () => saveDraft('informationdrafts', owner, null),
        }
      : null,
  )
  const [editedLanguage, setEditedLanguage] = useState(language)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const field = failure instanceof ApiError ? failure.field : undefined
  const errorOf = (name: string) => (field === name ? explain(failure) : null)
  const showFailure = (error: unknown) => {
    setFailure(error)
    setAttempt(last => last + 1)
  }

  const updateMapPicture = async () => {
    const { styleUrl } = map
    if (!draft.point || !styleUrl || (information.mapPhoto && isSamePoint(draft.point, community.loc))) return
    // The texts are already saved; if the map picture fails, the previous one remains.
    const { renderStaticMap } = await import('#web/ui/map/render-static-map.ts')
    const picture = await renderStaticMap(draft.point, styleUrl, { withDot: true })
    if (picture) await sendMap(community._id, draft.point, picture)
    onChanged()
  }

  const showConflict = (field: InformationField) => {
    const fieldLanguage = languages.find(one => field.startsWith(`${one}.`))
    if (fieldLanguage) setEditedLanguage(fieldLanguage)
    focusFirstConflict()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const validationError = validateInformation(bodyOf(draft))
    if (validationError) return showFailure(new ApiError(validationError.key, 400, validationError))
    setFailure(null)
    const [conflict] = conflicts
    if (conflict) return showConflict(conflict)
    save.mutate(changesOf(draft, savedDraft), {
      onSuccess: () => {
        formState.markSaved()
        showToast({ text: t('information.form.saved') })
        updateMapPicture().catch(() => {})
      },
      onError: showFailure,
    })
  }

  /** Shows the conflicting value of somebody else below a field. */
  const withConflict = (field: InformationField, control: ReactNode) => (
    <InformationConflict
      theirs={conflicts.includes(field) ? savedDraft[field] : undefined}
      language={editedLanguage}
      onKeep={() => formState.keepMine(field)}
      onTake={() => formState.takeTheirs(field)}
    >
      {control}
    </InformationConflict>
  )
  const textField = (name: TextFieldName, more: Partial<FieldProps> = {}) =>
    withConflict(
      name,
      <Field
        label={t(`information.form.${name}`)}
        name={name}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={draft[name]}
        onChange={value => change({ [name]: value })}
        error={errorOf(name)}
        attempt={attempt}
        {...more}
      />,
    )
  const [description, openingTime] = [`${editedLanguage}.description`, `${editedLanguage}.openingTime`] as const
  const isFieldError = field !== undefined
  const form = (
    <form id={id} onSubmit={submit} noValidate inert={save.isPending} aria-label={t('information.form.title')}>
      <div className={edit.side}>
        {formState.restored && (
          <Notice
            kind="calm"
            icon="clock"
            action={
              <Button
                kind="quiet"
                size="s"
                onClick={() => {
                  formState.discard()
                  document.getElementById('main')?.focus({ preventScroll: true })
                }}
              >
                {t('information.form.discard')}
              </Button>
            }
          >
            {t('information.form.restored')}
          </Notice>
        )}
        {failure !== null && !isFieldError && (
          <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
            {explain(failure)}
          </Notice>
        )}
        <Card as="section" aria-labelledby="words" className={edit.card}>
          <h2 id="words" className={edit.title}>
            {t('information.form.words')}
          </h2>
          {textField('name', { maxLength: MAX_COMMUNITY_NAME_LENGTH })}
          <Segmented
            label={t('information.form.language')}
            value={editedLanguage}
            onChange={setEditedLanguage}
            options={languages.map(value => ({
              value,
              label: t(`common.language.${value}`),
              ...(draft[`${value}.description`].trim() &&
                draft[`${value}.openingTime`].trim() && { mark: t('information.form.written') }),
            }))}
          />
          {withConflict(
            description,
            <Field
              label={t('information.form.description')}
              name="description"
              lang={editedLanguage}
              rows={2}
              maxLength={MAX_DESCRIPTION_LENGTH}
              value={draft[description]}
              onChange={text => change({ [description]: text })}
            />,
          )}
          {withConflict(
            openingTime,
            <Field
              label={t('information.form.openingTime')}
              name="openingTime"
              lang={editedLanguage}
              rows={3}
              maxLength={MAX_OPENING_LENGTH}
              hint={t('information.form.openingTime.hint')}
              value={draft[openingTime]}
              onChange={text => change({ [openingTime]: text })}
            />,
          )}
        </Card>
        <Card as="section" aria-labelledby="contacts" className={edit.card}>
          <h2 id="contacts" className={edit.title}>
            {t('information.form.contacts')}
          </h2>
          <div className={edit.pair}>
            {textField('phone', { type: 'tel', inputMode: 'tel', maxLength: MAX_PHONE_LENGTH })}
            {textField('fax', { type: 'tel', inputMode: 'tel', maxLength: MAX_PHONE_LENGTH })}
          </div>
          {textField('mail', { type: 'email', maxLength: MAX_EMAIL_LENGTH })}
          {textField('webSiteUrl', { inputMode: 'url', autoCapitalize: 'none', maxLength: MAX_URL_LENGTH })}
        </Card>
        <Card as="section" aria-labelledby="place" className={edit.card}>
          <h2 id="place" className={edit.title}>
            {t('information.form.place')}
          </h2>
          {textField('address', { maxLength: MAX_ADDRESS_LENGTH })}
          <div className={edit.pair}>
            {textField('zipCode', { maxLength: MAX_ZIP_LENGTH })}
            {textField('city')}
          </div>
          <div className={edit.pair}>
            {textField('residence')}
            {textField('building')}
          </div>
          {textField('district')}
          {withConflict(
            'point',
            <LocationPicker
              point={draft.point}
              start={town?.point ?? map.start}
              styleUrl={map.styleUrl}
              onMoved={point => change({ point })}
            />,
          )}
        </Card>
        {withConflict(
          'numbers',
          <NumbersFields
            numbers={draft.numbers}
            language={editedLanguage}
            onChange={numbers => change({ numbers })}
            errorOf={errorOf}
            attempt={attempt}
          />,
        )}
      </div>
    </form>
  )
  return (
    <>
      <div className={edit.container}>
        <div className={edit.columns}>
          {form}
          {aside}
        </div>
      </div>
      <ActionBar>
        <ButtonLink to="/$c/gestion" params={{ c: community.customUri }}>
          {t('information.form.cancel')}
        </ButtonLink>
        <Button type="submit" form={id} kind="primary" busy={save.isPending}>
          {t('information.form.save')}
        </Button>
      </ActionBar>
    </>
  )
}
