import { useState } from 'react'
import { useTheme } from '#web/kernel/device/theme.ts'
import { Avatar } from '../Avatar.tsx'
import { AvatarStack } from '../AvatarStack.tsx'
import { Badge } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { ButtonAnchor, ButtonLink } from '../ButtonLink.tsx'
import { Card } from '../Card.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { Chip, Chips } from '../Chips.tsx'
import { Count } from '../Count.tsx'
import { Dialog } from '../Dialog.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { Field } from '../Field.tsx'
import { FileButton } from '../FileButton.tsx'
import { Frame } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Main, ScreenHeader } from '../Main.tsx'
import { AccountButton } from '../AccountButton.tsx'
import { Notice } from '../Notice.tsx'
import { PublicBar } from '../PublicBar.tsx'
import { Photo } from '../Photo.tsx'
import { Progress } from '../Progress.tsx'
import { RadioList } from '../RadioList.tsx'
import { Row } from '../Row.tsx'
import { ScrollTop } from '../ScrollTop.tsx'
import { SearchField } from '../SearchField.tsx'
import { Segmented } from '../Segmented.tsx'
import { SkeletonCard } from '../Skeleton.tsx'
import { SlowLoading } from '../SlowLoading.tsx'
import { Stack } from '../Stack.tsx'
import { Steps } from '../Steps.tsx'
import { TextButton } from '../TextButton.tsx'
import { Tile } from '../Tile.tsx'
import { showToast } from '../toasts.ts'
import { useMenu } from '../use-menu.ts'
import { TopBar } from '../TopBar.tsx'
import { Wordmark } from '../Wordmark.tsx'
import css from './Gallery.module.css'

const photo = { uri: '/media/lake', width: 1600, height: 1000, thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j2w' }
const home = { to: '/' } as const

const account = (placement: 'bar' | 'rail') => <Account placement={placement} />

/** Shows every UI component in every state. Only for development and tests. */
export const Gallery = () => (
  <Frame
    place={{ name: 'Les Marquisats', detail: 'Annecy', target: home }}
    tabs={[
      { key: 'feed', label: 'Live', icon: 'newspaper', target: home, count: 3 },
      { key: 'deals', label: 'Deals', icon: 'store', target: { to: '/deals' as never } },
    ]}
    me={account}
    column={
      <>
        <TopBar end={<IconButton icon="search" label="Search" />} />
        <Main>
          <ScreenHeader title="Parts">
            <SearchField label="Search posts" value="" onChange={() => {}} />
          </ScreenHeader>
          <Buttons />
          <Marks />
          <Forms />
          <States />
          <Overlays />
        </Main>
      </>
    }
    aside={
      <Card as="section" className={css.pad}>
        <h2>Aside</h2>
        <Stack gap={2}>
          {['Mehdi B.', 'Marie-Françoise Delacroix-Bontemps'].map(name => (
            <Row key={name} gap={3}>
              <Avatar name={name} size="s" online />
              <span>{name}</span>
            </Row>
          ))}
        </Stack>
      </Card>
    }
  />
)

const Account = ({ placement }: { placement: 'bar' | 'rail' }) => {
  const { theme, setTheme } = useTheme()
  const { button, panel, part } = useMenu(() => import('../Menu.tsx'))
  return (
    <>
      <AccountButton
        placement={placement}
        label="My account"
        name="Camille Roussel"
        detail="Resident"
        photoUri="/media/face-1"
        {...button}
      />
      {part && (
        <part.Menu menu={panel} label="Account">
          <part.MenuGroup label="Theme">
            {(['system', 'light', 'dark'] as const).map(option => (
              <part.MenuItem key={option} checked={theme === option} onClick={() => setTheme(option)}>
                {option}
              </part.MenuItem>
            ))}
          </part.MenuGroup>
          <part.MenuItem icon="log-out" kind="danger" onClick={() => showToast({ text: 'Logged out' })}>
            Log out
          </part.MenuItem>
        </part.Menu>
      )}
    </>
  )
}

const kinds = ['primary', 'soft', 'outline', 'quiet', 'danger', 'danger-quiet'] as const

const Buttons = () => {
  const [on, setOn] = useState(true)
  return (
    <Card as="section" className={css.pad}>
      <Stack>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind}>
              {kind}
            </Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind} icon="check" pressed>{`${kind}, given`}</Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind} disabled>{`${kind}, disabled`}</Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <Button key={kind} kind={kind} size="s" busy>{`${kind}, busy`}</Button>
          ))}
        </Row>
        <Row>
          {kinds.map(kind => (
            <ButtonAnchor key={kind} kind={kind} size="l" href="#main">{`${kind}, a link`}</ButtonAnchor>
          ))}
        </Row>
        <Row>
          <Button pressed={on} icon={on ? 'check' : undefined} onClick={() => setOn(!on)}>
            Interested
          </Button>
          <Button kind="primary" busy>
            Log in
          </Button>
          <Button disabled>Sign up</Button>
          <Button size="s" icon="navigation">
            Near me
          </Button>
          <ButtonLink to="/" kind="primary" icon="rotate-cw">
            Try again
          </ButtonLink>
        </Row>
        <Row>
          <IconButton icon="search" label="Search" />
          <IconButton icon="x" label="Close" kind="soft" />
          <IconButton icon="check" label="Send" kind="solid" />
          <IconButton icon="x" label="Close" kind="photo" />
          <IconButton icon="info" label="News" count={12} />
          <TextButton icon="languages" lang="fr">
            Français
          </TextButton>
        </Row>
        <Chips label="Filter">
          <Chip on onClick={() => {}}>
            All
          </Chip>
          <Chip on={false} onClick={() => {}}>
            Our neighbourhood
          </Chip>
          <Chip on={false} picto="clinking-glasses" onClick={() => {}}>
            Moments
          </Chip>
          <Chip on={false} icon="map-pin" onClick={() => {}}>
            Near me
          </Chip>
        </Chips>
      </Stack>
    </Card>
  )
}

const Marks = () => (
  <Card as="section" className={css.pad}>
    <Stack>
      <Wordmark />
      <Row>
        {(['xs', 's', 'm', 'base', 'l', 'xl'] as const).map(size => (
          <Avatar key={size} name="Ngọc-Anh Berthier" size={size} online={size === 'base'} />
        ))}
        <Avatar name="Les Marquisats" photoUri="/media/community" shape="place" />
        <AvatarStack people={[{ name: 'Théo Girod' }, { name: 'Oumar Traoré' }, { name: 'Jeannine Pasquier' }]} />
      </Row>
      <Row>
        {(['plain', 'team', 'new', 'attention', 'danger'] as const).map(kind => (
          <Badge key={kind} kind={kind}>
            {kind}
          </Badge>
        ))}
        <Count>{3}</Count>
        <Count kind="quiet">{112}</Count>
      </Row>
      <Row>
        {(['share', 'help', 'lend', 'move', 'kids', 'pets', 'home', 'food', 'sport', 'notice'] as const).map(hue => (
          <Tile key={hue} hue={hue} picto="clinking-glasses" />
        ))}
      </Row>
      <Row>
        {(['newspaper', 'store', 'message-square', 'cloud-sun', 'heart', 'calendar'] as const).map(name => (
          <Icon key={name} name={name} />
        ))}
      </Row>
    </Stack>
  </Card>
)

const Forms = () => {
  const [choice, setChoice] = useState('in')
  const [attempt, setAttempt] = useState(0)
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
          error={attempt ? 'Please enter your password' : null}
          attempt={attempt}
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
        <Button onClick={() => setAttempt(attempt + 1)}>Break</Button>
      </Stack>
    </Card>
  )
}

const States = () => (
  <>
    <Notice icon="wifi-off">Offline. Last seen at 14:05; what you send leaves later.</Notice>
    {(['attention', 'calm', 'danger'] as const).map(kind => (
      <Notice
        key={kind}
        kind={kind}
        icon="info"
        action={
          <Button kind="quiet" size="s">
            Act
          </Button>
        }
      >{`A notice: ${kind}`}</Notice>
    ))}
    <SkeletonCard />
    <SlowLoading />
    <Card className={css.clip}>
      <Photo media={photo} alt="The lake in the morning" ratio={16 / 9} />
    </Card>
    <Card>
      <EmptyState
        picture="board"
        title="The board is free"
        text="Nobody has posted yet. Say hello to your neighbours first."
        action={<Button kind="primary">Write the first post</Button>}
      />
    </Card>
    <ScrollTop />
  </>
)

const Overlays = () => {
  const [open, setOpen] = useState<'s' | 'm' | 'l' | null>(null)
  return (
    <Row>
      <PublicBar home={home} />
      {(['s', 'm', 'l'] as const).map(size => (
        <Button key={size} onClick={() => setOpen(size)}>{`Dialog ${size}`}</Button>
      ))}
      {(['done', 'info', 'warning', 'error'] as const).map(kind => (
        <Button
          key={kind}
          onClick={() => showToast({ kind, text: `A message: ${kind}`, action: { label: 'Undo', onClick: () => {} } })}
        >
          {kind}
        </Button>
      ))}
      {open && (
        <Dialog
          title="Les Marquisats"
          size={open}
          picture={<Avatar name="Les Marquisats" shape="place" />}
          onClose={() => setOpen(null)}
        >
          <Field label="E-mail" name="mail" icon="mail" value="camille.roussel@exemple.fr" onChange={() => {}} />
          <Button kind="primary" wide>
            Log in
          </Button>
        </Dialog>
      )}
    </Row>
  )
}
