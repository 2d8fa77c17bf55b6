/** Each line: region code, name, then its towns with the latitude and longitude of their centres. */
export const US = `
US-AL Alabama: Birmingham 33.52 -86.80, Montgomery 32.37 -86.30, Mobile 30.69 -88.04, Huntsville 34.73 -86.59,
  Tuscaloosa 33.21 -87.57
US-AK Alaska: Anchorage 61.22 -149.90, Fairbanks 64.84 -147.72, Juneau 58.30 -134.42, Sitka 57.05 -135.33
US-AZ Arizona: Phoenix 33.45 -112.07, Tucson 32.22 -110.97, Mesa 33.42 -111.83, Flagstaff 35.20 -111.65,
  Scottsdale 33.49 -111.93
US-AR Arkansas: Little Rock 34.75 -92.29, Fayetteville 36.06 -94.16, Fort Smith 35.39 -94.40, Hot Springs 34.50 -93.06
US-CA California: Los Angeles 34.05 -118.24, San Francisco 37.77 -122.42, San Diego 32.72 -117.16, Sacramento 38.58 -121.49,
  San Jose 37.34 -121.89, Oakland 37.80 -122.27, Fresno 36.74 -119.79, Santa Barbara 34.42 -119.70
US-CO Colorado: Denver 39.74 -104.99, Boulder 40.01 -105.27, Colorado Springs 38.83 -104.82, Fort Collins 40.59 -105.08,
  Grand Junction 39.06 -108.55
US-CT Connecticut: Hartford 41.76 -72.69, New Haven 41.31 -72.92, Bridgeport 41.18 -73.19, Stamford 41.05 -73.54
US-DE Delaware: Wilmington 39.75 -75.55, Dover 39.16 -75.52, Newark 39.68 -75.75, Lewes 38.77 -75.14
US-DC District of Columbia: Washington 38.91 -77.04, Georgetown 38.91 -77.07, Anacostia 38.86 -76.98
US-FL Florida: Miami 25.76 -80.19, Orlando 28.54 -81.38, Tampa 27.95 -82.46, Jacksonville 30.33 -81.66,
  Tallahassee 30.44 -84.28, Fort Lauderdale 26.12 -80.14, Sarasota 27.34 -82.53
US-GA Georgia: Atlanta 33.75 -84.39, Savannah 32.08 -81.09, Augusta 33.47 -81.97, Athens 33.96 -83.38, Macon 32.84 -83.63
US-HI Hawaii: Honolulu 21.31 -157.86, Hilo 19.72 -155.08, Kailua 21.40 -157.74, Lahaina 20.88 -156.68
US-ID Idaho: Boise 43.62 -116.20, Idaho Falls 43.49 -112.04, Coeur d'Alene 47.68 -116.78, Pocatello 42.87 -112.44
US-IL Illinois: Chicago 41.88 -87.63, Springfield 39.80 -89.64, Peoria 40.69 -89.59, Rockford 42.27 -89.09,
  Naperville 41.79 -88.15, Champaign 40.12 -88.24
US-IN Indiana: Indianapolis 39.77 -86.16, Fort Wayne 41.08 -85.14, Bloomington 39.17 -86.53, South Bend 41.68 -86.25,
  Evansville 37.97 -87.57
US-IA Iowa: Des Moines 41.59 -93.62, Cedar Rapids 41.98 -91.67, Iowa City 41.66 -91.53, Davenport 41.52 -90.58
US-KS Kansas: Wichita 37.69 -97.34, Topeka 39.05 -95.68, Lawrence 38.97 -95.24, Overland Park 38.98 -94.67
US-KY Kentucky: Louisville 38.25 -85.76, Lexington 38.04 -84.50, Bowling Green 36.99 -86.44, Frankfort 38.20 -84.87
US-LA Louisiana: New Orleans 29.95 -90.07, Baton Rouge 30.45 -91.19, Shreveport 32.53 -93.75, Lafayette 30.22 -92.02
US-ME Maine: Portland 43.66 -70.26, Bangor 44.80 -68.77, Augusta 44.31 -69.78, Bar Harbor 44.39 -68.20
US-MD Maryland: Baltimore 39.29 -76.61, Annapolis 38.98 -76.49, Frederick 39.41 -77.41, Rockville 39.08 -77.15
US-MA Massachusetts: Boston 42.36 -71.06, Worcester 42.26 -71.80, Cambridge 42.37 -71.11, Springfield 42.10 -72.59,
  Salem 42.52 -70.90
US-MI Michigan: Detroit 42.33 -83.05, Grand Rapids 42.96 -85.67, Ann Arbor 42.28 -83.74, Lansing 42.73 -84.56,
  Traverse City 44.76 -85.62
US-MN Minnesota: Minneapolis 44.98 -93.27, Saint Paul 44.95 -93.09, Duluth 46.79 -92.10, Rochester 44.02 -92.47
US-MS Mississippi: Jackson 32.30 -90.18, Biloxi 30.40 -88.89, Hattiesburg 31.33 -89.29, Oxford 34.37 -89.52
US-MO Missouri: St. Louis 38.63 -90.20, Kansas City 39.10 -94.58, Springfield 37.21 -93.29, Columbia 38.95 -92.33
US-MT Montana: Billings 45.78 -108.50, Missoula 46.87 -113.99, Bozeman 45.68 -111.04, Helena 46.59 -112.04
US-NE Nebraska: Omaha 41.26 -95.94, Lincoln 40.81 -96.70, Grand Island 40.93 -98.34, Kearney 40.70 -99.08
US-NV Nevada: Las Vegas 36.17 -115.14, Reno 39.53 -119.81, Henderson 36.04 -114.98, Carson City 39.16 -119.77
US-NH New Hampshire: Manchester 42.99 -71.46, Concord 43.21 -71.54, Nashua 42.77 -71.47, Portsmouth 43.07 -70.76
US-NJ New Jersey: Newark 40.74 -74.17, Jersey City 40.73 -74.07, Trenton 40.22 -74.76, Atlantic City 39.36 -74.42,
  Princeton 40.35 -74.66
US-NM New Mexico: Albuquerque 35.08 -106.65, Santa Fe 35.69 -105.94, Las Cruces 32.32 -106.77, Taos 36.41 -105.57
US-NY New York: New York City 40.71 -74.01, Brooklyn 40.65 -73.95, Buffalo 42.89 -78.88, Rochester 43.16 -77.61,
  Albany 42.65 -73.76, Syracuse 43.05 -76.15, Ithaca 42.44 -76.50
US-NC North Carolina: Charlotte 35.23 -80.84, Raleigh 35.78 -78.64, Durham 35.99 -78.90, Asheville 35.60 -82.55,
  Wilmington 34.23 -77.94, Greensboro 36.07 -79.79
US-ND North Dakota: Fargo 46.88 -96.79, Bismarck 46.81 -100.78, Grand Forks 47.93 -97.03, Minot 48.23 -101.30
US-OH Ohio: Columbus 39.96 -83.00, Cleveland 41.50 -81.69, Cincinnati 39.10 -84.51, Toledo 41.65 -83.54, Dayton 39.76 -84.19,
  Akron 41.08 -81.52
US-OK Oklahoma: Oklahoma City 35.47 -97.52, Tulsa 36.15 -95.99, Norman 35.22 -97.44, Stillwater 36.12 -97.06
US-OR Oregon: Portland 45.52 -122.68, Eugene 44.05 -123.09, Salem 44.94 -123.04, Bend 44.06 -121.31, Astoria 46.19 -123.83
US-PA Pennsylvania: Philadelphia 39.95 -75.17, Pittsburgh 40.44 -80.00, Harrisburg 40.27 -76.88, Allentown 40.60 -75.47,
  Erie 42.13 -80.09, Lancaster 40.04 -76.31
US-RI Rhode Island: Providence 41.82 -71.41, Newport 41.49 -71.31, Warwick 41.70 -71.42, Pawtucket 41.88 -71.38
US-SC South Carolina: Charleston 32.78 -79.93, Columbia 34.00 -81.03, Greenville 34.85 -82.40, Myrtle Beach 33.69 -78.89
US-SD South Dakota: Sioux Falls 43.55 -96.73, Rapid City 44.08 -103.23, Pierre 44.37 -100.35, Brookings 44.31 -96.80
US-TN Tennessee: Nashville 36.16 -86.78, Memphis 35.15 -90.05, Knoxville 35.96 -83.92, Chattanooga 35.05 -85.31
US-TX Texas: Houston 29.76 -95.37, Austin 30.27 -97.74, Dallas 32.78 -96.80, San Antonio 29.42 -98.49,
  Fort Worth 32.76 -97.33, El Paso 31.76 -106.49, Galveston 29.30 -94.80
US-UT Utah: Salt Lake City 40.76 -111.89, Provo 40.23 -111.66, Ogden 41.22 -111.97, Park City 40.65 -111.50,
  St. George 37.10 -113.58
US-VT Vermont: Burlington 44.48 -73.21, Montpelier 44.26 -72.58, Rutland 43.61 -72.97, Brattleboro 42.85 -72.56
US-VA Virginia: Richmond 37.54 -77.44, Virginia Beach 36.85 -75.98, Norfolk 36.85 -76.29, Charlottesville 38.03 -78.48,
  Roanoke 37.27 -79.94, Alexandria 38.80 -77.05
US-WA Washington: Seattle 47.61 -122.33, Spokane 47.66 -117.43, Tacoma 47.25 -122.44, Olympia 47.04 -122.90,
  Bellingham 48.75 -122.48
US-WV West Virginia: Charleston 38.35 -81.63, Morgantown 39.63 -79.96, Huntington 38.42 -82.45, Wheeling 40.06 -80.72
US-WI Wisconsin: Milwaukee 43.04 -87.91, Madison 43.07 -89.40, Green Bay 44.51 -88.02, Eau Claire 44.81 -91.50,
  La Crosse 43.80 -91.24
US-WY Wyoming: Cheyenne 41.14 -104.82, Casper 42.85 -106.33, Laramie 41.31 -105.59, Jackson 43.48 -110.76
`;

export const CA = `
CA-AB Alberta: Calgary 51.05 -114.07, Edmonton 53.55 -113.49, Red Deer 52.27 -113.81, Lethbridge 49.69 -112.84,
  Banff 51.18 -115.57, Medicine Hat 50.04 -110.68
CA-BC British Columbia: Vancouver 49.28 -123.12, Victoria 48.43 -123.37, Kelowna 49.89 -119.50, Nanaimo 49.17 -123.94,
  Kamloops 50.68 -120.34, Prince George 53.92 -122.75, Whistler 50.12 -122.96
CA-MB Manitoba: Winnipeg 49.90 -97.14, Brandon 49.85 -99.95, Steinbach 49.53 -96.68, Thompson 55.74 -97.86
CA-NB New Brunswick: Fredericton 45.96 -66.64, Moncton 46.09 -64.77, Saint John 45.27 -66.06, Bathurst 47.62 -65.65
CA-NL Newfoundland and Labrador: St. John's 47.56 -52.71, Corner Brook 48.95 -57.95, Gander 48.95 -54.61,
  Happy Valley-Goose Bay 53.30 -60.33
CA-NS Nova Scotia: Halifax 44.65 -63.57, Sydney 46.14 -60.18, Truro 45.37 -63.26, Lunenburg 44.38 -64.31
CA-NT Northwest Territories: Yellowknife 62.45 -114.37, Hay River 60.82 -115.80, Inuvik 68.36 -133.72
CA-NU Nunavut: Iqaluit 63.75 -68.52, Rankin Inlet 62.81 -92.09, Arviat 61.11 -94.06
CA-ON Ontario: Toronto 43.65 -79.38, Ottawa 45.42 -75.70, Hamilton 43.26 -79.87, London 42.98 -81.25, Kingston 44.23 -76.49,
  Kitchener 43.45 -80.49, Windsor 42.31 -83.04, Thunder Bay 48.38 -89.25
CA-PE Prince Edward Island: Charlottetown 46.24 -63.13, Summerside 46.39 -63.79, Stratford 46.22 -63.09
CA-QC Québec: Montréal 45.50 -73.57, Québec 46.81 -71.21, Laval 45.57 -73.69, Gatineau 45.48 -75.70, Sherbrooke 45.40 -71.89,
  Trois-Rivières 46.34 -72.54, Saguenay 48.43 -71.07
CA-SK Saskatchewan: Saskatoon 52.13 -106.67, Regina 50.45 -104.61, Moose Jaw 50.39 -105.55, Prince Albert 53.20 -105.75
CA-YT Yukon: Whitehorse 60.72 -135.06, Dawson City 64.06 -139.43, Watson Lake 60.06 -128.71
`;
