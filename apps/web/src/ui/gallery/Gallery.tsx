import { useState } from 'react'
import { useTheme } from '#web/kernel/device/theme.ts'
import { Avatar } from '../Avatar.tsx'
import { AvatarStack } from '../AvatarStack.tsx'
import { Badge } from '../Badge.tsx'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Count } from '../Count.tsx'
import { Dialog } from '../Dialog.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { Field } from '../Field.tsx'
import { Frame } from '../Frame.tsx'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'
import { Main, ScreenHeader } from '../Main.tsx'
import { AccountButton } from '../AccountButton.tsx'
import { Notice } from '../Notice.tsx'
import { PublicBar } from '../PublicBar.tsx'
import { Photo } from '../Photo.tsx'
import { Row } from '../Row.tsx'
import { ScrollTop } from '../ScrollTop.tsx'
import { SearchField } from '../SearchField.tsx'
import { SkeletonCard } from '../Skeleton.tsx'
import { SlowLoading } from '../SlowLoading.tsx'
import { Stack } from '../Stack.tsx'
import { Tile } from '../Tile.tsx'
import { showToast } from '../toasts.ts'
import { useMenu } from '../use-menu.ts'
import { TopBar } from '../TopBar.tsx'
import { Wordmark } from '../Wordmark.tsx'
import { Buttons } from './Buttons.tsx'
import { Forms } from './Forms.tsx'
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
    renderAccountButton={account}
    column={
      <>
        <TopBar endContent={<IconButton icon="search" label="Search" />} />
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

const Marks = () => (
  <Card as="section" className={css.pad}>
    <Stack>
      <Wordmark />
      <Row>
        {(['xs', 's', 'm', 'base', 'l', 'xl'] as const).map(size => (
          <Avatar key={size} name="Ngọc-Anh Berthier" size={size} online={size === 'base'} />
        ))}
        <Avatar name="Les Marquisats" photoUri="/media/community" subject="place" />
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
      <PublicBar homeTarget={home} />
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
          headerPicture={<Avatar name="Les Marquisats" subject="place" />}
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
