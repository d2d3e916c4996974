FROM python:3.13-slim AS build
WORKDIR /parlour
COPY pyproject.toml README.md LICENSE ./
COPY src src
RUN pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir /wheels .

FROM python:3.13-slim
RUN useradd --uid 1000 --no-create-home parlour && install --directory --owner parlour /data
COPY --from=build /wheels /wheels
RUN pip install --quiet --disable-pip-version-check --no-cache-dir "$(echo /wheels/parlour-*.whl)[many]"
USER parlour
VOLUME /data
ENV PARLOUR_DATABASE=sqlite:////data/parlour.db
EXPOSE 8012
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8012/readyz')"]
CMD ["parlour", "serve", "--host", "0.0.0.0"]
