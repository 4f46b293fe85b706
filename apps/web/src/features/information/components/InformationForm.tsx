import type { Community } from '@parvis/contract/community.ts'
import type { CommunityInformation } from '@parvis/contract/information.ts'
import { useId, useState, type ReactNode } from 'react'
import { draftKey, draftStore } from '#web/kernel/device/drafts.ts'
import { useDraft } from '#web/kernel/device/use-draft.ts'
import { useTown } from '#web/kernel/installation/use-town.ts'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { focusFirstConflict } from '#web/ui/FieldConflict.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RestoredNotice } from '#web/ui/RestoredNotice.tsx'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import { Form } from '#web/ui/Form.tsx'
import edit from '../EditInformationView.module.css'
import { draftOf, type InformationField, informationShape } from '../information-draft.ts'
import { useInformationSave } from '../use-information-save.ts'
import {
  ContactsCard,
  FieldWithConflict,
  type InformationFieldProps,
  AddressCard,
  TextsCard,
} from './InformationFields.tsx'
import { UsefulNumbersFields } from './NumbersFields.tsx'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface InformationFormProps {
  community: Community
  me: Pick<SessionUser, '_id'>
  map: {
    styleUrl: string | null | undefined
    initialCenter: NonNullable<Community['loc']>
  }
  /** Called after a change to refetch the queries that show the community; resolves once these are refetched. */
  onChanged: () => Promise<unknown>
  information: CommunityInformation
  /** Cards beside the form whose changes take effect at once. */
  aside: ReactNode
}

/** Description, address, contact details and useful numbers of a community, saved together. */
export const InformationForm = ({ community, me, information, map, aside, onChanged }: InformationFormProps) => {
  const { t, language } = useText()
  const id = useId()
  const store = draftStore('informationdrafts', draftKey(me._id, community._id))
  const form = useDraft({
    store,
    shape: informationShape,
    current: draftOf(community, information),
    isShared: true,
  })
  const { draft, change } = form
  const town = useTown(draft)
  const [editedLanguage, setEditedLanguage] = useState(language)
  const showConflict = (field: InformationField) => {
    const fieldLanguage = formLanguages.find(one => field.startsWith(`${one}.`))
    if (fieldLanguage) setEditedLanguage(fieldLanguage)
    focusFirstConflict()
  }
  const { submit, isPending, conflicts, errorOf, formError, submitCount } = useInformationSave({
    community,
    information,
    form,
    styleUrl: map.styleUrl,
    onChanged,
    onConflict: showConflict,
  })
  // Logging out deletes the draft before the form unmounts, so that no toast promises a saved draft.
  useDraftSavedToast(() =>
    store.load()
      ? {
          text: t('information.form.kept'),
          label: t('information.form.discard'),
          discard: () => store.save(null),
        }
      : null,
  )
  const discard = () => {
    form.discard()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  const fieldProps: InformationFieldProps = {
    form,
    conflicts,
    language: editedLanguage,
    errorOf,
    submitCount,
  }
  return (
    <>
      <div className={edit.container}>
        <div className={edit.columns}>
          <Form id={id} busy={isPending} onSubmit={submit} inert={isPending} aria-label={t('information.form.title')}>
            <div className={edit.side}>
              {form.restored && (
                <RestoredNotice
                  text={t('information.form.restored')}
                  label={t('information.form.discard')}
                  onDiscard={discard}
                />
              )}
              {formError !== null && (
                <Notice key={submitCount} kind="danger" icon="circle-alert" pinned>
                  {formError}
                </Notice>
              )}
              <TextsCard fieldProps={fieldProps} onLanguageChange={setEditedLanguage} />
              <ContactsCard fieldProps={fieldProps} />
              <AddressCard
                fieldProps={fieldProps}
                initialCenter={town?.point ?? map.initialCenter}
                styleUrl={map.styleUrl}
              />
              <FieldWithConflict name="numbers" fieldProps={fieldProps}>
                <UsefulNumbersFields
                  numbers={draft.numbers}
                  language={editedLanguage}
                  onChange={numbers => change({ numbers })}
                  errorOf={errorOf}
                  submitCount={submitCount}
                />
              </FieldWithConflict>
            </div>
          </Form>
          {aside}
        </div>
      </div>
      <ActionBar>
        <ButtonLink to="/$c/gestion" params={{ c: community.customUri }}>
          {t('information.form.cancel')}
        </ButtonLink>
        <Button type="submit" form={id} kind="primary" busy={isPending}>
          {t('information.form.save')}
        </Button>
      </ActionBar>
    </>
  )
}
