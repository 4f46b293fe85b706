import { validateFirstCommunity, validateFirstWebmaster } from '@parvis/contract/setup.ts'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useDraft } from '#web/kernel/device/use-draft.ts'
import { preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { FounderStep } from './components/FounderStep.tsx'
import { PlacePreview } from './components/PlacePreview.tsx'
import { PlaceStep, type PlaceStepProps } from './components/PlaceStep.tsx'
import {
  emptySetupDraft,
  isFounderField,
  setupDrafts,
  setupShape,
  toSetupBody,
  type SetupDraft,
} from './setup-draft.ts'
import { storeLogo, useFinishSetup } from './setup.queries.ts'

const loadDone = () => import('./components/SetupDone.tsx')
const SetupDone = lazy(() => loadDone().then(part => ({ default: part.SetupDone })))

const LOGO_SIDE_PX = 512

/** The fields of both steps that show their own error. */
const fields = ['firstname', 'lastname', 'email', 'password', 'name', 'address', 'point', 'uri', 'key']

export interface SetupViewProps {
  secret: string
  /** A registration key that no community uses yet. */
  freeKey: string
  /** Host and port of the app, such as `parvis.example`. */
  host: string
  map: PlaceStepProps['map']
  onCreated: (founder: { email: string; password: string; communityId: string }) => Promise<void>
}

const useLogo = () => {
  const [logo, setLogo] = useState<{ picture: Blob; url: string } | null>(null)
  const [logoError, setLogoError] = useState<string | null>(null)
  const pickLogo = async (file: File) => {
    const { photo, trouble: found } = await preparePhoto(file, LOGO_SIDE_PX)
    setLogoError(found ?? null)
    if (!photo) return
    if (logo) URL.revokeObjectURL(logo.url)
    setLogo({ picture: photo, url: URL.createObjectURL(photo) })
  }
  return { logo, logoError, pickLogo, removeLogo: () => setLogo(null) }
}

const SetupSteps = ({ current }: { current: number }) => {
  const { t } = useText()
  return (
    <Steps
      label={t('setup.steps', { n: current + 1 })}
      names={[t('setup.steps.you'), t('setup.steps.place'), t('setup.steps.done')]}
      current={current}
    />
  )
}

/** Sets up an installation: its webmaster and its first community; then shows the next steps. */
export const SetupView = ({ secret, freeKey, host, map, onCreated }: SetupViewProps) => {
  const { t, language } = useText()
  const id = useId()
  const { draft, change: changeDraft } = useDraft({
    store: setupDrafts,
    shape: setupShape,
    current: emptySetupDraft(freeKey),
  })
  const [password, setPassword] = useState('')
  const [step, setStep] = useState(1)
  const { errorOf, formError, submitCount, showFailure, acceptInput, clearFieldErrors } = useFormErrors(fields, {
    aliases: { customUri: 'uri' },
    onFirstErrorField: field => setStep(isFounderField(field) ? 1 : 2),
  })
  const { logo, logoError, pickLogo, removeLogo } = useLogo()
  const [created, setCreated] = useState<{ customUri: string; isLogoStored: boolean } | null>(null)

  const finish = useFinishSetup({
    onDone: async ({ communityId, customUri }) => {
      await onCreated({ email: draft.email.trim(), password, communityId })
      const isLogoStored = logo === null || (await storeLogo(logo.picture))
      setupDrafts.save(null)
      setCreated({ customUri, isLogoStored })
    },
    onFailed: showFailure,
  })

  const change = (patch: Partial<SetupDraft>) => {
    changeDraft(patch)
    clearFieldErrors(...Object.keys(patch))
  }
  const body = toSetupBody(draft, {
    secret,
    password,
    lang: language,
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const submit = () => {
    if (!acceptInput(validateFirstWebmaster(body))) return
    if (step === 1) return setStep(2)
    // Weather, search and good deals need the position; where no map can be displayed, the position of the entered town
    // is used.
    const placeError = draft.point ? null : ({ key: 'placemandatory', field: 'point' } as const)
    if (acceptInput(validateFirstCommunity(body) ?? placeError)) finish.mutate(body)
  }
  // The last step is loaded early, so that it appears at once, even if the network fails meanwhile.
  useEffect(() => void loadDone().catch(() => {}), [])
  const form = { draft, change, errorOf, submitCount }
  if (created)
    return (
      <Suspense>
        <SetupDone draft={draft} created={created} host={host} stepIndicator={<SetupSteps current={2} />} />
      </Suspense>
    )
  return (
    <FormScreen
      id={id}
      step={step}
      title={t(step === 1 ? 'setup.you.title' : 'setup.place.title')}
      lead={t(step === 1 ? 'setup.you.lead' : 'setup.place.lead')}
      header={<SetupSteps current={step - 1} />}
      aside={<PlacePreview draft={draft} host={host} logo={logo?.url ?? null} />}
      busy={finish.isPending}
      onSubmit={submit}
      actions={
        <ActionBar>
          {step === 2 && (
            <Button disabled={finish.isPending} onClick={() => setStep(1)}>
              {t('common.back')}
            </Button>
          )}
          <Button type="submit" form={id} kind="primary" busy={finish.isPending}>
            {t(step === 1 ? 'setup.continue' : 'setup.open')}
          </Button>
        </ActionBar>
      }
    >
      {formError && (
        <Notice key={submitCount} kind="danger" icon="circle-alert" pinned>
          {formError}
        </Notice>
      )}
      {step === 1 ? (
        <FounderStep {...form} password={password} onPassword={setPassword} />
      ) : (
        <PlaceStep
          {...form}
          host={host}
          map={map}
          logo={logo?.url ?? null}
          logoError={logoError}
          freeKey={freeKey}
          onLogo={file => void pickLogo(file)}
          onRemoveLogo={removeLogo}
        />
      )}
    </FormScreen>
  )
}
