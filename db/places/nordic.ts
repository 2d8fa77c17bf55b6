export const DK = `
DK-84 Hovedstaden: København 55.68 12.57, Frederiksberg 55.68 12.53, Helsingør 56.04 12.61, Hillerød 55.93 12.30,
  Lyngby 55.77 12.50, Rønne 55.10 14.71
DK-82 Midtjylland: Aarhus 56.16 10.20, Randers 56.46 10.04, Horsens 55.86 9.85, Silkeborg 56.17 9.55, Herning 56.14 8.98,
  Viborg 56.45 9.40
DK-81 Nordjylland: Aalborg 57.05 9.92, Hjørring 57.46 9.98, Frederikshavn 57.44 10.54, Thisted 56.96 8.69, Skagen 57.72 10.58
DK-85 Sjælland: Roskilde 55.64 12.08, Næstved 55.23 11.76, Køge 55.46 12.18, Slagelse 55.40 11.35, Holbæk 55.72 11.71
DK-83 Syddanmark: Odense 55.40 10.39, Esbjerg 55.47 8.45, Kolding 55.49 9.47, Vejle 55.71 9.54, Sønderborg 54.91 9.79,
  Svendborg 55.06 10.61
`;

export const SE = `
SE-K Blekinge län: Karlskrona 56.16 15.59, Karlshamn 56.17 14.86, Ronneby 56.21 15.28, Sölvesborg 56.05 14.58
SE-W Dalarnas län: Falun 60.60 15.63, Borlänge 60.49 15.44, Mora 61.00 14.54, Leksand 60.73 15.00
SE-I Gotlands län: Visby 57.64 18.30, Hemse 57.24 18.37, Slite 57.71 18.80
SE-X Gävleborgs län: Gävle 60.67 17.14, Sandviken 60.62 16.78, Hudiksvall 61.73 17.11, Söderhamn 61.30 17.06
SE-N Hallands län: Halmstad 56.67 12.86, Varberg 57.11 12.25, Kungsbacka 57.49 12.08, Falkenberg 56.91 12.49
SE-Z Jämtlands län: Östersund 63.18 14.64, Åre 63.40 13.08, Strömsund 63.85 15.55
SE-F Jönköpings län: Jönköping 57.78 14.16, Värnamo 57.19 14.04, Nässjö 57.65 14.70, Gränna 58.02 14.46
SE-H Kalmar län: Kalmar 56.66 16.36, Västervik 57.76 16.64, Oskarshamn 57.26 16.45, Borgholm 56.88 16.66
SE-G Kronobergs län: Växjö 56.88 14.81, Ljungby 56.83 13.94, Älmhult 56.55 14.14
SE-BD Norrbottens län: Luleå 65.58 22.15, Kiruna 67.86 20.23, Piteå 65.32 21.48, Boden 65.83 21.69
SE-M Skåne län: Malmö 55.61 13.00, Helsingborg 56.05 12.69, Lund 55.70 13.19, Kristianstad 56.03 14.16, Ystad 55.43 13.82,
  Landskrona 55.87 12.83
SE-AB Stockholms län: Stockholm 59.33 18.07, Södertälje 59.20 17.63, Solna 59.36 18.00, Nacka 59.31 18.16,
  Norrtälje 59.76 18.70, Sigtuna 59.62 17.72
SE-D Södermanlands län: Eskilstuna 59.37 16.51, Nyköping 58.75 17.01, Katrineholm 59.00 16.21, Strängnäs 59.38 17.03
SE-C Uppsala län: Uppsala 59.86 17.64, Enköping 59.64 17.08, Östhammar 60.26 18.37
SE-S Värmlands län: Karlstad 59.38 13.50, Arvika 59.65 12.59, Kristinehamn 59.31 14.11, Filipstad 59.71 14.17
SE-AC Västerbottens län: Umeå 63.83 20.26, Skellefteå 64.75 20.95, Lycksele 64.60 18.68
SE-Y Västernorrlands län: Sundsvall 62.39 17.31, Örnsköldsvik 63.29 18.72, Härnösand 62.63 17.94, Kramfors 62.93 17.78
SE-U Västmanlands län: Västerås 59.61 16.55, Köping 59.51 15.99, Sala 59.92 16.61
SE-O Västra Götalands län: Göteborg 57.71 11.97, Borås 57.72 12.94, Trollhättan 58.28 12.29, Skövde 58.39 13.85,
  Uddevalla 58.35 11.94, Lidköping 58.51 13.16
SE-T Örebro län: Örebro 59.27 15.21, Karlskoga 59.33 14.52, Kumla 59.13 15.14, Lindesberg 59.59 15.23
SE-E Östergötlands län: Linköping 58.41 15.62, Norrköping 58.59 16.18, Motala 58.54 15.04, Vadstena 58.45 14.89
`;

/** The fifteen counties since 2024. */
export const NO = `
NO-42 Agder: Kristiansand 58.15 8.00, Arendal 58.46 8.77, Grimstad 58.34 8.59, Mandal 58.03 7.46
NO-32 Akershus: Sandvika 59.89 10.52, Lillestrøm 59.96 11.05, Ski 59.72 10.84, Asker 59.83 10.44, Jessheim 60.14 11.18
NO-33 Buskerud: Drammen 59.74 10.20, Kongsberg 59.67 9.65, Hønefoss 60.17 10.26, Gol 60.70 8.94
NO-56 Finnmark: Alta 69.97 23.27, Hammerfest 70.66 23.68, Kirkenes 69.73 30.05, Vadsø 70.07 29.75
NO-34 Innlandet: Hamar 60.79 11.07, Lillehammer 61.12 10.47, Gjøvik 60.80 10.69, Elverum 60.88 11.56, Kongsvinger 60.19 12.00
NO-15 Møre og Romsdal: Ålesund 62.47 6.15, Molde 62.74 7.16, Kristiansund 63.11 7.73, Volda 62.15 6.07
NO-18 Nordland: Bodø 67.28 14.40, Narvik 68.44 17.43, Mo i Rana 66.31 14.14, Svolvær 68.23 14.57
NO-03 Oslo: Oslo 59.91 10.75, Grünerløkka 59.92 10.76, Frogner 59.92 10.71, Nordstrand 59.86 10.79
NO-11 Rogaland: Stavanger 58.97 5.73, Sandnes 58.85 5.74, Haugesund 59.41 5.27, Egersund 58.45 6.00
NO-40 Telemark: Skien 59.21 9.61, Porsgrunn 59.14 9.66, Notodden 59.56 9.26, Kragerø 58.87 9.41
NO-55 Troms: Tromsø 69.65 18.96, Harstad 68.80 16.54, Finnsnes 69.23 17.98
NO-50 Trøndelag: Trondheim 63.43 10.40, Steinkjer 64.01 11.50, Levanger 63.75 11.30, Namsos 64.47 11.50, Røros 62.57 11.38
NO-39 Vestfold: Tønsberg 59.27 10.41, Sandefjord 59.13 10.22, Larvik 59.05 10.03, Horten 59.42 10.48
NO-46 Vestland: Bergen 60.39 5.32, Voss 60.63 6.42, Florø 61.60 5.03, Førde 61.45 5.86, Odda 60.07 6.55
NO-31 Østfold: Fredrikstad 59.22 10.93, Sarpsborg 59.28 11.11, Moss 59.43 10.66, Halden 59.12 11.39
`;

export const FI = `
FI-01 Åland: Mariehamn 60.10 19.94, Jomala 60.15 19.95, Eckerö 60.22 19.54
FI-02 Etelä-Karjala: Lappeenranta 61.06 28.19, Imatra 61.19 28.77, Parikkala 61.55 29.50
FI-03 Etelä-Pohjanmaa: Seinäjoki 62.79 22.84, Lapua 62.97 23.01, Kauhava 63.10 23.06, Kurikka 62.62 22.40
FI-04 Etelä-Savo: Mikkeli 61.69 27.27, Savonlinna 61.87 28.88, Pieksämäki 62.30 27.13
FI-05 Kainuu: Kajaani 64.23 27.73, Sotkamo 64.13 28.39, Kuhmo 64.13 29.52
FI-06 Kanta-Häme: Hämeenlinna 61.00 24.46, Riihimäki 60.74 24.77, Forssa 60.81 23.62
FI-07 Keski-Pohjanmaa: Kokkola 63.84 23.13, Kannus 63.90 23.92, Kaustinen 63.55 23.69
FI-08 Keski-Suomi: Jyväskylä 62.24 25.75, Jämsä 61.86 25.19, Äänekoski 62.60 25.73
FI-09 Kymenlaakso: Kotka 60.47 26.95, Kouvola 60.87 26.70, Hamina 60.57 27.20
FI-10 Lappi: Rovaniemi 66.50 25.73, Kemi 65.74 24.56, Tornio 65.85 24.15, Kittilä 67.66 24.89, Inari 68.91 27.03
FI-11 Pirkanmaa: Tampere 61.50 23.76, Nokia 61.48 23.51, Valkeakoski 61.27 24.03, Ylöjärvi 61.56 23.60
FI-12 Pohjanmaa: Vaasa 63.10 21.62, Pietarsaari 63.67 22.70, Närpiö 62.47 21.34
FI-13 Pohjois-Karjala: Joensuu 62.60 29.76, Lieksa 63.32 30.03, Nurmes 63.54 29.14
FI-14 Pohjois-Pohjanmaa: Oulu 65.01 25.47, Raahe 64.68 24.48, Kuusamo 65.96 29.19, Ylivieska 64.07 24.54
FI-15 Pohjois-Savo: Kuopio 62.89 27.68, Iisalmi 63.56 27.19, Varkaus 62.32 27.87
FI-16 Päijät-Häme: Lahti 60.98 25.66, Heinola 61.20 26.04, Orimattila 60.80 25.73
FI-17 Satakunta: Pori 61.49 21.80, Rauma 61.13 21.51, Ulvila 61.43 21.88, Kankaanpää 61.80 22.39
FI-18 Uusimaa: Helsinki 60.17 24.94, Espoo 60.21 24.66, Vantaa 60.29 25.04, Porvoo 60.39 25.66, Hyvinkää 60.63 24.86,
  Lohja 60.25 24.07
FI-19 Varsinais-Suomi: Turku 60.45 22.27, Salo 60.38 23.13, Naantali 60.47 22.03, Uusikaupunki 60.80 21.41
`;
