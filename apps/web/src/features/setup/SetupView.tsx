import type { Point } from '@parvis/contract/community.ts'
import { checkFirstCommunity, checkFounder } from '@parvis/contract/setup.ts'
import type { RuleBreak } from '@parvis/contract/errors.ts'
import { useEffect, useId, useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormScreen } from '#web/ui/FormScreen.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { Founder } from './components/Founder.tsx'
import { PlacePreview } from './components/PlacePreview.tsx'
import { SetupDone } from './components/SetupDone.tsx'
import { ThePlace } from './components/ThePlace.tsx'
import {
  findSetupDraft,
  forgetSetupDraft,
  isOfFounder,
  saveSetupDraft,
  setupBody,
  type SetupDraft,
} from './setup-draft.ts'
import { storeLogo, useFinishSetup } from './setup.queries.ts'

const LOGO_SIDE_PX = 512

export interface SetupViewProps {
  secret: string
  /** A register key that is not taken. */
  freeKey: string
  /** Where the app is reached, without the scheme: `parvis.example`. */
  host: string
  map: {
    styleUrl: string | null | undefined
    start: Point
  }
  onMade: (who: { email: string; password: string; communityId: string }) => Promise<void>
}

interface Trouble {
  error: unknown
  field: string | null
}

/** Sets up an installation: its webmaster, its first community, and what comes next. */
export const SetupView = ({ secret, freeKey, host, map, onMade }: SetupViewProps) => {
  const { t, explain, language } = useText()
  const id = useId()
  const [draft, setDraft] = useState(() => findSetupDraft(freeKey))
  const [password, setPassword] = useState('')
  const [step, setStep] = useState(1)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [logo, setLogo] = useState<{ picture: Blob; url: string } | null>(null)
  const [logoTrouble, setLogoTrouble] = useState<string | null>(null)
  const [made, setMade] = useState<{ customUri: string; logoKept: boolean } | null>(null)

  const stumble = (error: unknown, field: string | null) => {
    setTrouble({ error, field })
    setAttempt(before => before + 1)
    if (field) setStep(isOfFounder(field) ? 1 : 2)
  }
  const finish = useFinishSetup({
    onDone: async ({ communityId, customUri }) => {
      await onMade({ email: draft.email.trim(), password, communityId })
      const logoKept = logo === null || (await storeLogo(logo.picture))
      forgetSetupDraft()
      setMade({ customUri, logoKept })
    },
    onFailed: error => stumble(error, error instanceof ApiError ? (error.field ?? null) : null),
  })

  useEffect(() => {
    if (!made) saveSetupDraft(draft)
  }, [draft, made])

  const change = (patch: Partial<SetupDraft>) => {
    setDraft(before => ({ ...before, ...patch }))
    if (trouble?.field && (trouble.field in patch || (trouble.field === 'customUri' && 'uri' in patch)))
      setTrouble(null)
  }
  const pickLogo = async (file: File) => {
    const { photo, trouble: found } = await preparePhoto(file, LOGO_SIDE_PX)
    setLogoTrouble(found ?? null)
    if (!photo) return
    if (logo) URL.revokeObjectURL(logo.url)
    setLogo({ picture: photo, url: URL.createObjectURL(photo) })
  }
  const body = setupBody(draft, {
    secret,
    password,
    lang: language,
    timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const stumbleOver = (broken: RuleBreak) => stumble(new ApiError(broken.key, 400, broken), broken.field)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (finish.isPending) return
    const founder = checkFounder(body)
    if (founder) return stumbleOver(founder)
    if (step === 1) {
      setTrouble(null)
      return setStep(2)
    }
    const place = checkFirstCommunity(body)
    if (place) return stumbleOver(place)
    // Weather, search and good deals need the position; where no map can be displayed, the town that was entered gives
    // one.
    if (!draft.point) return stumbleOver({ key: 'placemandatory', field: 'point' })
    setTrouble(null)
    finish.mutate(body)
  }
  const errorOf = (field: string) => (trouble?.field === field ? explain(trouble.error) : null)
  const form = { draft, change, errorOf, attempt }
  const steps = (current: number) => (
    <Steps
      label={t('setup.steps', { n: current + 1 })}
      names={[t('setup.steps.you'), t('setup.steps.place'), t('setup.steps.done')]}
      current={current}
    />
  )
  if (made) return <SetupDone draft={draft} made={made} host={host} head={steps(2)} />
  return (
    <FormScreen
      id={id}
      step={step}
      title={t(step === 1 ? 'setup.you.title' : 'setup.place.title')}
      lead={t(step === 1 ? 'setup.you.lead' : 'setup.place.lead')}
      head={steps(step - 1)}
      aside={<PlacePreview draft={draft} host={host} logo={logo?.url ?? null} />}
      busy={finish.isPending}
      onSubmit={submit}
      acts={
        <Acts>
          {step === 2 && (
            <Button disabled={finish.isPending} onClick={() => setStep(1)}>
              {t('common.back')}
            </Button>
          )}
          <Button type="submit" form={id} kind="primary" busy={finish.isPending}>
            {t(step === 1 ? 'setup.continue' : 'setup.open')}
          </Button>
        </Acts>
      }
    >
      {trouble && trouble.field === null && (
        <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
          {explain(trouble.error)}
        </Notice>
      )}
      {step === 1 ? (
        <Founder {...form} password={password} onPassword={setPassword} />
      ) : (
        <ThePlace
          {...form}
          host={host}
          map={map}
          logo={logo?.url ?? null}
          logoTrouble={logoTrouble}
          freeKey={freeKey}
          onLogo={file => void pickLogo(file)}
          onNoLogo={() => setLogo(null)}
        />
      )}
    </FormScreen>
  )
}

/** What every part of the form receives. */
export interface SetupForm {
  draft: SetupDraft
  change: (patch: Partial<SetupDraft>) => void
  errorOf: (field: string) => string | null
  attempt: number
}
