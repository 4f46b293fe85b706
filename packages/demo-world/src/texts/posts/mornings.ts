import { weatherPost, type DemoPost } from './post.ts'

export const weatherPosts: DemoPost[] = [
  weatherPost(
    'matin-beau',
    'clear',
    {
      fr: ['Bonjour ! Du beau temps jusqu’au soir', 'Ouvrez grand, l’air sent bon.'],
      en: ['Good morning! Fine until evening', 'Open the windows wide, the air smells lovely.'],
    },
    { answers: 'some' },
  ),
  weatherPost(
    'matin-lessive',
    'clear',
    {
      fr: ['Grand soleil, un temps à étendre le linge', 'Et à trouver une bonne raison de passer par le lac.'],
      en: ['Bright sunshine: a day to hang out the washing', 'And to find a good reason to go home by the lake.'],
    },
    { answers: 'some' },
  ),
  weatherPost(
    'matin-chaud',
    'heat',
    {
      fr: ['Il fera chaud : volets fermés dès 10 h', 'Pensez à boire, et à frapper chez vos voisins âgés.'],
      en: ['A hot one: shutters closed by ten', 'Drink plenty, and knock on your elderly neighbours’ doors.'],
    },
    { seasons: ['summer'], answers: 'some' },
  ),
  weatherPost(
    'matin-froid-sec',
    'frost',
    {
      fr: ['Ciel bleu et joues rouges', 'Il gèle ce matin, le soleil s’en occupe vers 11 h.'],
      en: ['Blue sky, red cheeks', 'A frosty start; the sun will see to it by eleven.'],
    },
    { seasons: ['winter'], answers: 'few' },
  ),
  weatherPost(
    'matin-eclaircies',
    'partly',
    {
      fr: ['Le soleil joue à cache-cache', 'Une petite veste, et vous êtes équipés pour la journée.'],
      en: ['The sun is playing hide-and-seek', 'Take a light jacket and you’re set for the day.'],
    },
    { answers: 'few' },
  ),
  weatherPost(
    'matin-voile',
    'partly',
    {
      fr: ['Quelques nuages, rien de méchant', 'Les Aravis se montrent après midi.'],
      en: ['A few clouds, nothing nasty', 'The Aravis come out after lunch.'],
    },
    { answers: 'few' },
  ),
  weatherPost(
    'matin-gris',
    'cloudy',
    {
      fr: ['Un ciel de coton', 'Temps calme et gris : parfait pour un café chez quelqu’un.'],
      en: ['A cotton-wool sky', 'Calm and grey: perfect for coffee at somebody’s place.'],
    },
    { answers: 'few' },
  ),
  weatherPost(
    'matin-brouillard',
    'fog',
    {
      fr: ['Le lac a disparu', 'Brouillard jusqu’à 11 h. Il est toujours là, nous avons vérifié à l’oreille.'],
      en: ['The lake has vanished', 'Fog until eleven. It’s still there, we checked by ear.'],
    },
    { seasons: ['autumn', 'winter'], answers: 'some' },
  ),
  weatherPost(
    'matin-pluie',
    'rain',
    {
      fr: ['Le parapluie, aujourd’hui, oui', 'Pluie le matin, plus douce le soir. Le potager vous remercie.'],
      en: ['Umbrella today: yes', 'Rain this morning, gentler by evening. The vegetable garden says thank you.'],
    },
    { answers: 'few' },
  ),
  weatherPost(
    'matin-averses',
    'showers',
    {
      fr: ['Des averses, entre deux sourires', 'Le créneau sec est vers 15 h. Il sera très demandé.'],
      en: ['Showers with a smile in between', 'The dry slot is around three. It will be in great demand.'],
    },
    { answers: 'few' },
  ),
  weatherPost(
    'matin-orage',
    'storm',
    {
      fr: ['Orage en fin de journée', 'Rentrez le linge, les coussins et les chats avant 18 h.'],
      en: ['A storm this evening', 'Bring in washing, cushions and cats before six.'],
    },
    { seasons: ['summer'], answers: 'some' },
  ),
  weatherPost(
    'matin-neige',
    'snow',
    {
      fr: [
        'Il a neigé cette nuit',
        'Dix minutes de plus pour tous les trajets, et autant pour regarder par la fenêtre.',
      ],
      en: ['It snowed in the night', 'Add ten minutes to every journey, and ten more to look out of the window.'],
    },
    { seasons: ['winter'], answers: 'many' },
  ),
]
