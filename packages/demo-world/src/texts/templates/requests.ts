import { bilingual } from '../bilingual.ts'
import { residentialTypes, templateOf, type DemoCategory } from './category.ts'

const request = templateOf('Proposal')
const residentialRequest = templateOf('Proposal', residentialTypes)
const needOrOffer: [string, string][] = [
  ['J’en ai besoin', 'I need it'],
  ['Je le propose', 'I offer it'],
]

export const requestCategories: DemoCategory[] = [
  {
    key: 'lend',
    name: bilingual('Prêter, emprunter', 'Lend and borrow'),
    picto: 'hammer-and-wrench',
    hue: 'lend',
    templates: [
      request(
        'tool',
        'hammer-and-wrench',
        ['Un outil', 'A tool'],
        ['J’ai besoin d’un outil', 'I need a tool'],
        [
          'Qui pourrait me prêter un outil ? Je le rends propre et à l’heure.',
          'Could somebody lend me a tool? It will come back clean and on time.',
        ],
        {
          choices: [
            ['Perceuse', 'Drill'],
            ['Ponceuse', 'Sander'],
            ['Scie', 'Saw'],
            ['Autre', 'Other'],
          ],
        },
      ),
      request(
        'ladder',
        'ladder',
        ['Une échelle', 'A ladder'],
        ['Je cherche une échelle', 'Looking for a ladder'],
        [
          'Il me faudrait une échelle ou un escabeau pour une heure.',
          'I could do with a ladder or stepladder for an hour.',
        ],
        { choices: needOrOffer },
      ),
      request(
        'kitchenware',
        'shallow-pan-of-food',
        ['Appareil de cuisine', 'Kitchen equipment'],
        ['Un appareil de cuisine à emprunter', 'Kitchen equipment to borrow'],
        [
          'Pour un repas, j’aurais besoin d’un appareil que je n’ai pas. Je le rends lavé, avec une part.',
          'For one meal I need something that I don’t own. It comes back washed, with a helping.',
        ],
        {
          choices: [
            ['Raclette', 'Raclette grill'],
            ['Fondue', 'Fondue set'],
            ['Crêpière', 'Pancake pan'],
            ['Grande marmite', 'Stock pot'],
          ],
        },
      ),
      request(
        'chairs',
        'chair',
        ['Tables et chaises', 'Tables and chairs'],
        ['Il me manque des chaises', 'Short of chairs'],
        [
          'Je reçois du monde : qui a des chaises pliantes ou une table à prêter ?',
          'I have people coming: who can lend folding chairs or a table?',
        ],
      ),
      request(
        'camping-gear',
        'tent',
        ['Matériel de camping', 'Camping gear'],
        ['Matériel de camping à prêter ?', 'Camping gear to lend?'],
        [
          'Nous partons quelques jours et il nous manque encore une ou deux choses.',
          'We’re off for a few days and still short of one or two things.',
        ],
        {
          choices: [
            ['Tente', 'Tent'],
            ['Sac de couchage', 'Sleeping bag'],
            ['Réchaud', 'Stove'],
          ],
        },
      ),
      request(
        'child-gear',
        'baby-bottle',
        ['Matériel pour bébé', 'Baby things'],
        ['Matériel pour bébé à emprunter', 'Baby things to borrow'],
        [
          'De la famille arrive avec un tout-petit : lit pliant, chaise haute, poussette ?',
          'Family are coming with a little one: travel cot, high chair, pushchair?',
        ],
      ),
      request(
        'printer',
        'printer',
        ['Imprimer, scanner', 'Print or scan'],
        ['Qui peut m’imprimer une page ?', 'Could someone print a page?'],
        [
          'Une page ou deux, rien de secret. J’apporte le papier.',
          'A page or two, nothing secret. I’ll bring the paper.',
        ],
      ),
    ],
  },
  {
    key: 'help',
    name: bilingual('Coup de main', 'A helping hand'),
    picto: 'handshake',
    hue: 'help',
    templates: [
      request(
        'heavy-lift',
        'flexed-biceps',
        ['Porter du lourd', 'Heavy lifting'],
        ['Besoin de bras !', 'Strong arms wanted!'],
        [
          'J’ai quelque chose de lourd à déplacer. Dix minutes à deux, et un café après.',
          'I’ve something heavy to move. Ten minutes for two, then coffee.',
        ],
      ),
      residentialRequest(
        'house-move',
        'package',
        ['Déménagement', 'Moving house'],
        ['Je déménage : un coup de main ?', 'Moving: could you lend a hand?'],
        [
          'Quelques cartons et deux meubles. Pizza pour tout le monde à la fin.',
          'A few boxes and two pieces of furniture. Pizza for all at the end.',
        ],
      ),
      request(
        'shopping',
        'shopping-cart',
        ['Courses', 'Shopping'],
        ['Des courses à faire ?', 'Need anything from the shops?'],
        [
          'Je peux prendre quelque chose pour vous, ou j’aurais besoin qu’on me rapporte deux ou trois choses.',
          'I can get something for you, or I need somebody to bring me a couple of things.',
        ],
        {
          choices: [
            ['J’y vais', 'I’m going'],
            ['J’ai besoin', 'I need something'],
          ],
        },
      ),
      request(
        'computer',
        'laptop',
        ['Informatique', 'Computer trouble'],
        ['Mon ordinateur fait des siennes', 'My computer is acting up'],
        ['Quelqu’un de patient pourrait-il y jeter un œil ?', 'Could a patient person take a look?'],
      ),
      request(
        'paperwork',
        'memo',
        ['Démarches', 'Paperwork'],
        ['Un coup de main pour une démarche', 'Help with paperwork'],
        [
          'Un formulaire à remplir ou un courrier à écrire : à deux, c’est plus simple.',
          'A form to fill in or a letter to write: it’s easier with two.',
        ],
      ),
      request(
        'handiwork',
        'screwdriver',
        ['Petit bricolage', 'Small repairs'],
        ['Un petit bricolage à la maison', 'A small job at home'],
        ['Je m’y prends mal et l’échange de services me va très bien.', 'I’m all thumbs, and happy to trade favours.'],
      ),
      request(
        'keep-company',
        'teapot',
        ['Tenir compagnie', 'Company'],
        ['Une visite ferait plaisir', 'A visit would be welcome'],
        ['Une heure de conversation ou une promenade, de temps en temps.', 'An hour’s chat or a walk, now and then.'],
      ),
      residentialRequest(
        'parcel',
        'postbox',
        ['Réception d’un colis', 'Taking in a parcel'],
        ['Qui peut recevoir un colis ?', 'Can someone take in a parcel?'],
        [
          'Je serai absent au passage du livreur. Je viens le chercher le soir même.',
          'I’ll be out when it comes. I’ll collect it the same evening.',
        ],
      ),
    ],
  },
  {
    key: 'rides',
    name: bilingual('Trajets', 'Getting around'),
    picto: 'automobile',
    hue: 'move',
    templates: [
      request(
        'carpool-work',
        'automobile',
        ['Covoiturage régulier', 'Regular car-share'],
        ['Covoiturage pour le travail', 'Sharing the drive to work'],
        [
          'Je fais ce trajet plusieurs fois par semaine. On partage l’essence et la radio.',
          'I do this drive several times a week. We share the petrol and the radio.',
        ],
        {
          choices: [
            ['Je conduis', 'I drive'],
            ['Je cherche une place', 'I need a seat'],
          ],
        },
      ),
      request(
        'ride',
        'oncoming-taxi',
        ['Un trajet', 'A lift'],
        ['Une place dans votre voiture ?', 'A seat in your car?'],
        ['Un aller simple suffit. Je participe aux frais, bien sûr.', 'One way is enough. I’ll chip in, of course.'],
        {
          choices: [
            ['Je propose', 'I offer'],
            ['Je cherche', 'I need'],
          ],
        },
      ),
      request(
        'station-airport',
        'luggage',
        ['Gare, aéroport', 'Station, airport'],
        ['Qui va à la gare ou à l’aéroport ?', 'Going to the station or the airport?'],
        [
          'J’ai une valise et un horaire. À charge de revanche.',
          'I’ve a suitcase and a schedule. I’ll return the favour.',
        ],
      ),
      residentialRequest(
        'school-walk',
        'backpack',
        ['Chemin de l’école', 'Walk to school'],
        ['À plusieurs sur le chemin de l’école', 'Walking to school together'],
        ['On se relaie pour accompagner les enfants à pied.', 'We take turns walking the children to school.'],
      ),
      request(
        'cargo-bike',
        'wheel',
        ['Vélo-cargo, remorque', 'Cargo bike, trailer'],
        ['Vélo-cargo ou remorque à prêter ?', 'Cargo bike or trailer to lend?'],
        ['Pour une demi-journée et un chargement raisonnable.', 'For half a day and a reasonable load.'],
      ),
      residentialRequest(
        'parking',
        'p-button',
        ['Place de parking', 'Parking space'],
        ['Une place de parking', 'A parking space'],
        [
          'Pour un week-end ou pour plus longtemps : qui en cherche, qui en prête ?',
          'For a weekend or longer: who needs one, who can lend one?',
        ],
        {
          choices: [
            ['Je cherche', 'I need one'],
            ['Je prête', 'I lend one'],
          ],
        },
      ),
    ],
  },
  {
    key: 'pets',
    name: bilingual('Animaux', 'Animals'),
    picto: 'paw-prints',
    hue: 'pets',
    templates: [
      request(
        'lost-cat',
        'cat',
        ['Chat perdu', 'Lost cat'],
        ['Avez-vous vu mon chat ?', 'Have you seen my cat?'],
        [
          'Il n’est pas rentré. Regardez dans les caves et les garages, il est peureux mais gentil.',
          'He hasn’t come home. Please look in cellars and garages; he is shy but friendly.',
        ],
        { subtype: 'Post', after: ['Merci de m’écrire ici à toute heure.', 'Please write to me here at any hour.'] },
      ),
      request(
        'found-animal',
        'paw-prints',
        ['Animal trouvé', 'Animal found'],
        ['Animal trouvé', 'Animal found'],
        ['Il est au chaud et il a mangé. À qui est-il ?', 'Safe, warm and fed. Whose is it?'],
        { subtype: 'Post' },
      ),
      request(
        'dog-walking',
        'guide-dog',
        ['Promener un chien', 'Dog walking'],
        ['Qui promènerait mon chien ?', 'Who could walk my dog?'],
        [
          'Une heure, une ou deux fois par semaine. Il tire un peu, surtout vers les boulangeries.',
          'An hour, once or twice a week. He pulls a bit, mostly towards bakeries.',
        ],
      ),
      request(
        'pet-sitting',
        'hamster',
        ['Garder un animal', 'Pet sitting'],
        ['Garde d’animal pendant les vacances', 'Pet sitting over the holidays'],
        [
          'Un passage par jour, une gamelle et une caresse. Je rends la pareille.',
          'One visit a day, a bowl and a stroke. I’ll do the same for you.',
        ],
      ),
    ],
  },
  {
    key: 'home',
    name: bilingual('La maison et la famille', 'Home and family'),
    picto: 'couch-and-lamp',
    hue: 'home',
    templates: [
      request(
        'babysitting',
        'baby',
        ['Garde d’enfants', 'Babysitting'],
        ['Garde d’enfants', 'Babysitting'],
        [
          'Une soirée de temps en temps, ou un dépannage après l’école.',
          'An evening now and then, or cover after school.',
        ],
        {
          choices: [
            ['Je cherche', 'I need'],
            ['Je propose', 'I offer'],
          ],
        },
      ),
      request(
        'homework',
        'graduation-cap',
        ['Aide aux devoirs', 'Homework help'],
        ['Aide aux devoirs', 'Help with homework'],
        ['Une heure par semaine, dans le calme et la bonne humeur.', 'An hour a week, calm and cheerful.'],
        {
          choices: [
            ['Je cherche', 'I need'],
            ['Je propose', 'I offer'],
          ],
        },
      ),
      request(
        'give-away',
        'wrapped-gift',
        ['À donner', 'To give away'],
        ['Je donne', 'Free to a good home'],
        [
          'En bon état, à venir chercher. Premier arrivé, premier servi.',
          'In good condition, to be collected. First come, first served.',
        ],
        { subtype: 'Post' },
      ),
      request(
        'looking-for',
        'magnifying-glass-tilted-left',
        ['Je cherche', 'Wanted'],
        ['Je cherche', 'Wanted'],
        ['Avant d’acheter neuf, je demande ici.', 'Before I buy new, I’m asking here.'],
      ),
      request(
        'for-sale',
        'label',
        ['À vendre', 'For sale'],
        ['À vendre', 'For sale'],
        ['Prix voisin, visible chez moi.', 'Neighbour’s price, come and see it at mine.'],
        { subtype: 'Post' },
      ),
      residentialRequest(
        'plants',
        'potted-plant',
        ['Arroser les plantes', 'Watering plants'],
        ['Qui arroserait mes plantes ?', 'Who could water my plants?'],
        [
          'Deux passages par semaine pendant mon absence. Les tomates mûres sont pour vous.',
          'Twice a week while I’m away. Ripe tomatoes are yours.',
        ],
      ),
      residentialRequest(
        'seedlings',
        'seedling',
        ['Plants et boutures', 'Seedlings and cuttings'],
        ['Plants et boutures à partager', 'Seedlings and cuttings to share'],
        ['J’ai semé trop large. Venez vous servir.', 'I sowed too many. Come and help yourselves.'],
      ),
      residentialRequest(
        'keys',
        'key',
        ['Clés', 'Keys'],
        ['Des clés perdues ou trouvées', 'Keys lost or found'],
        ['Dites-moi ce qu’il y a au porte-clés et elles sont à vous.', 'Tell me what’s on the ring and they’re yours.'],
        {
          subtype: 'Post',
          choices: [
            ['Perdues', 'Lost'],
            ['Trouvées', 'Found'],
          ],
        },
      ),
      residentialRequest(
        'tradesperson',
        'telephone-receiver',
        ['Un bon artisan', 'A good tradesperson'],
        ['Qui connaît un bon artisan ?', 'Know a good tradesperson?'],
        [
          'Je cherche quelqu’un de sérieux, recommandé par un voisin.',
          'I’m after somebody reliable, recommended by a neighbour.',
        ],
      ),
      residentialRequest(
        'noise',
        'shushing-face',
        ['Prévenir du bruit', 'Noise warning'],
        ['Un peu de bruit à prévoir', 'A little noise ahead'],
        [
          'Je préviens et je m’excuse d’avance. Dites-moi si c’est trop fort.',
          'Fair warning, and sorry in advance. Tell me if it’s too loud.',
        ],
      ),
    ],
  },
]
