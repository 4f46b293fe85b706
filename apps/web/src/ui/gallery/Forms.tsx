import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { Field } from '../Field.tsx'
import { FileButton } from '../FileButton.tsx'
import { Progress } from '../Progress.tsx'
import { RadioList } from '../RadioList.tsx'
import { Row } from '../Row.tsx'
import { SearchField } from '../SearchField.tsx'
import { Segmented } from '../Segmented.tsx'
import { Stack } from '../Stack.tsx'
import { Steps } from '../Steps.tsx'
import { showToast } from '../toasts.ts'
import css from './Gallery.module.css'

/** Fields and other inputs. */
export const Forms = () => {
  const [choice, setChoice] = useState('in')
  const [submitCount, setSubmitCount] = useState(0)
  const [email, setEmail] = useState('camille.roussel@exemple.fr')
  return (
    <Card as="section" className={css.pad}>
      <Stack gap={4}>
        <Segmented
          label="Log in or register"
          options={[
            { value: 'in', label: 'Log in', mark: 'written' },
            { value: 'up', label: 'Register' },
          ]}
          value={choice}
          onChange={setChoice}
        />
        <Field label="E-mail" name="email" type="email" icon="mail" value={email} onChange={setEmail} />
        <Field
          label="Neighbourhood secret key"
          name="key"
          icon="key-round"
          placeholder="TILLEUL-42"
          hint="It is on the letter in your hall."
          value=""
          onChange={() => {}}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          value="secret"
          onChange={() => {}}
          error={submitCount ? 'Please enter your password' : null}
          submitCount={submitCount}
        />
        <Field
          label="What is wrong"
          name="wrong"
          value=""
          placeholder="Nothing yet"
          onChange={() => {}}
          error="Please enter it"
        />
        <Field
          label="Nickname"
          name="pseudo"
          value="Camille.R"
          onChange={() => {}}
          verdict={{ good: true, text: 'Nobody has it yet.' }}
        />
        <Checkbox name="terms" checked={choice === 'in'} onChange={on => setChoice(on ? 'in' : 'up')}>
          I accept the terms of service
        </Checkbox>
        <Checkbox name="wrong" checked={false} onChange={() => {}} error="Please confirm it">
          I confirm that I live at this address
        </Checkbox>
        <Steps label="Step 2 of 2" names={['You', 'Home and password']} current={1} />
        <Field label="Text" name="text" rows={3} value="A few lines" onChange={() => {}} />
        <SearchField label="Search posts" value="" onChange={() => {}} />
        <RadioList
          label="Who sees it?"
          options={[
            { value: 'in', label: 'Our neighbourhood', detail: 'Les Marquisats: 214 neighbours' },
            { value: 'up', label: 'The whole organisation' },
          ]}
          value={choice}
          onChange={setChoice}
        />
        <Row>
          <FileButton size="s" icon="image" accept="image/*" onPick={file => showToast({ text: file.name })}>
            Photo
          </FileButton>
          <FileButton size="s" icon="image" accept="image/*" disabled onPick={() => {}}>
            Not now
          </FileButton>
        </Row>
        <Progress label="Sending the photo" value={0.45} valueText="45%" />
        <Button onClick={() => setSubmitCount(submitCount + 1)}>Break</Button>
      </Stack>
    </Card>
  )
}
