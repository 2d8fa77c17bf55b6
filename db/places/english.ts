/** Each line: region code, name, then towns with coordinates. ISO 3166-2 lacks England's regions: the GB-ENG codes are ours. */
export const GB = `
GB-ENG-EM East Midlands: Nottingham 52.95 -1.15, Leicester 52.64 -1.13, Derby 52.92 -1.48, Lincoln 53.23 -0.54,
  Northampton 52.24 -0.90, Chesterfield 53.24 -1.43
GB-ENG-EE East of England: Norwich 52.63 1.30, Cambridge 52.21 0.12, Ipswich 52.06 1.16, Peterborough 52.57 -0.24,
  Chelmsford 51.74 0.47, Luton 51.88 -0.42, Colchester 51.89 0.90
GB-ENG-LDN London: London 51.51 -0.13, Camden 51.54 -0.14, Croydon 51.37 -0.10, Greenwich 51.48 0.00, Richmond 51.46 -0.30,
  Hackney 51.55 -0.06, Ealing 51.51 -0.30, Bromley 51.41 0.02
GB-ENG-NE North East: Newcastle upon Tyne 54.98 -1.61, Sunderland 54.91 -1.38, Durham 54.78 -1.58, Middlesbrough 54.57 -1.23,
  Darlington 54.53 -1.55
GB-ENG-NW North West: Manchester 53.48 -2.24, Liverpool 53.41 -2.98, Preston 53.76 -2.70, Chester 53.19 -2.89,
  Blackpool 53.82 -3.05, Bolton 53.58 -2.43, Carlisle 54.90 -2.93, Lancaster 54.05 -2.80
GB-ENG-SE South East: Brighton 50.82 -0.14, Oxford 51.75 -1.26, Southampton 50.90 -1.40, Portsmouth 50.80 -1.09,
  Reading 51.45 -0.97, Canterbury 51.28 1.08, Milton Keynes 52.04 -0.76, Guildford 51.24 -0.57
GB-ENG-SW South West: Bristol 51.45 -2.59, Plymouth 50.37 -4.14, Exeter 50.72 -3.53, Bath 51.38 -2.36,
  Bournemouth 50.72 -1.88, Gloucester 51.86 -2.24, Truro 50.26 -5.05, Swindon 51.56 -1.78
GB-ENG-WM West Midlands: Birmingham 52.48 -1.90, Coventry 52.41 -1.51, Wolverhampton 52.59 -2.13, Stoke-on-Trent 53.00 -2.18,
  Worcester 52.19 -2.22, Shrewsbury 52.71 -2.75, Hereford 52.06 -2.72
GB-ENG-YH Yorkshire and the Humber: Leeds 53.80 -1.55, Sheffield 53.38 -1.47, York 53.96 -1.08, Hull 53.74 -0.33,
  Bradford 53.79 -1.75, Harrogate 53.99 -1.54, Scarborough 54.28 -0.40
GB-NIR Northern Ireland: Belfast 54.60 -5.93, Derry 55.00 -7.32, Lisburn 54.51 -6.04, Newry 54.18 -6.34, Bangor 54.66 -5.67,
  Omagh 54.60 -7.30
GB-SCT Scotland: Edinburgh 55.95 -3.19, Glasgow 55.86 -4.25, Aberdeen 57.15 -2.09, Dundee 56.46 -2.97, Inverness 57.48 -4.22,
  Stirling 56.12 -3.94, Perth 56.40 -3.43
GB-WLS Wales: Cardiff 51.48 -3.18, Swansea 51.62 -3.94, Newport 51.59 -3.00, Wrexham 53.05 -2.99, Aberystwyth 52.42 -4.08,
  Bangor 53.23 -4.13, Llandudno 53.32 -3.83
`;

export const IE = `
IE-CW Carlow: Carlow 52.84 -6.93, Tullow 52.80 -6.74, Bagenalstown 52.70 -6.96
IE-CN Cavan: Cavan 53.99 -7.36, Bailieborough 53.92 -6.97, Virginia 53.83 -7.08
IE-CE Clare: Ennis 52.84 -8.98, Shannon 52.70 -8.86, Kilrush 52.64 -9.48, Lahinch 52.93 -9.35
IE-CO Cork: Cork 51.90 -8.47, Cobh 51.85 -8.29, Mallow 52.14 -8.65, Bandon 51.75 -8.74, Kinsale 51.71 -8.53,
  Clonakilty 51.62 -8.89
IE-DL Donegal: Letterkenny 54.95 -7.73, Donegal 54.65 -8.11, Buncrana 55.14 -7.46, Ballybofey 54.80 -7.78
IE-D Dublin: Dublin 53.35 -6.26, Swords 53.46 -6.22, Tallaght 53.29 -6.37, Dún Laoghaire 53.29 -6.14, Malahide 53.45 -6.15,
  Blanchardstown 53.39 -6.38
IE-G Galway: Galway 53.27 -9.05, Tuam 53.51 -8.85, Ballinasloe 53.33 -8.22, Loughrea 53.20 -8.57, Clifden 53.49 -10.02
IE-KY Kerry: Tralee 52.27 -9.70, Killarney 52.06 -9.51, Listowel 52.45 -9.49, Dingle 52.14 -10.27
IE-KE Kildare: Naas 53.22 -6.66, Newbridge 53.18 -6.80, Celbridge 53.34 -6.54, Maynooth 53.38 -6.59, Leixlip 53.36 -6.49
IE-KK Kilkenny: Kilkenny 52.65 -7.25, Callan 52.55 -7.39, Thomastown 52.53 -7.14
IE-LS Laois: Portlaoise 53.03 -7.30, Portarlington 53.16 -7.19, Mountmellick 53.12 -7.33
IE-LM Leitrim: Carrick-on-Shannon 53.94 -8.09, Manorhamilton 54.31 -8.18, Ballinamore 54.05 -7.80
IE-LK Limerick: Limerick 52.66 -8.63, Newcastle West 52.45 -9.06, Adare 52.56 -8.79, Abbeyfeale 52.38 -9.30
IE-LD Longford: Longford 53.73 -7.79, Granard 53.78 -7.50, Ballymahon 53.56 -7.76
IE-LH Louth: Drogheda 53.72 -6.35, Dundalk 54.00 -6.40, Ardee 53.86 -6.54
IE-MO Mayo: Castlebar 53.86 -9.30, Ballina 54.12 -9.16, Westport 53.80 -9.52, Claremorris 53.72 -8.99
IE-MH Meath: Navan 53.65 -6.68, Ashbourne 53.51 -6.40, Trim 53.55 -6.79, Kells 53.73 -6.88
IE-MN Monaghan: Monaghan 54.25 -6.97, Carrickmacross 53.97 -6.72, Castleblayney 54.12 -6.74
IE-OY Offaly: Tullamore 53.27 -7.49, Birr 53.10 -7.91, Edenderry 53.34 -7.05
IE-RN Roscommon: Roscommon 53.63 -8.19, Boyle 53.97 -8.30, Castlerea 53.77 -8.49
IE-SO Sligo: Sligo 54.27 -8.48, Tubbercurry 54.05 -8.73, Strandhill 54.27 -8.60
IE-TA Tipperary: Clonmel 52.36 -7.70, Nenagh 52.86 -8.20, Thurles 52.68 -7.80, Cashel 52.52 -7.89, Roscrea 52.96 -7.80
IE-WD Waterford: Waterford 52.26 -7.11, Dungarvan 52.09 -7.62, Tramore 52.16 -7.15
IE-WH Westmeath: Athlone 53.42 -7.94, Mullingar 53.53 -7.34, Moate 53.40 -7.72
IE-WX Wexford: Wexford 52.34 -6.46, Enniscorthy 52.50 -6.57, Gorey 52.68 -6.29, New Ross 52.40 -6.94
IE-WW Wicklow: Bray 53.20 -6.10, Greystones 53.14 -6.06, Arklow 52.79 -6.14, Wicklow 52.98 -6.04
`;
